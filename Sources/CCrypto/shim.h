#include <crypt.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
