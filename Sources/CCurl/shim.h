// libcurl with the GnuTLS that it speaks TLS by, and the calls that are variadic in C.
#ifndef CAMHUB_CURL_H
#define CAMHUB_CURL_H

// Its checks of argument types are made for calls with constant options, which those below are not.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>

static inline CURLcode hub_set_number(CURL *handle, CURLoption option, long value)
{
    return curl_easy_setopt(handle, option, value);
}

// Text is copied by the library, lists and buffers are not.
static inline CURLcode hub_set_pointer(CURL *handle, CURLoption option, const void *value)
{
    return curl_easy_setopt(handle, option, value);
}

// Everything that is called back for one request.
static inline void hub_set_callbacks(
    CURL *handle, curl_write_callback body, curl_write_callback header, curl_opensocket_callback open,
    curl_prereq_callback connected, void *context)
{
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
    curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, connected);
    curl_easy_setopt(handle, CURLOPT_PREREQDATA, context);
}

// What it wants to wait for.
static inline void hub_set_waiting(
    CURLM *multi, curl_socket_callback socket, curl_multi_timer_callback timer, void *context)
{
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

// Macros with casts, which Swift does not import.
static const long hub_basic_or_digest = (long)(CURLAUTH_BASIC | CURLAUTH_DIGEST);

static inline long hub_number(CURL *handle, CURLINFO info)
{
    long value = 0;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

// Valid until the handle's next request.
static inline const char *hub_text(CURL *handle, CURLINFO info)
{
    const char *value = NULL;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : NULL;
}

// The certificate that the server has shown, in PEM form, also one that was refused; NULL without TLS.
static inline const char *hub_certificate(CURL *handle)
{
    struct curl_certinfo *chain = NULL;
    if (curl_easy_getinfo(handle, CURLINFO_CERTINFO, &chain) != CURLE_OK || !chain || chain->num_of_certs < 1)
        return NULL;
    for (const struct curl_slist *fact = chain->certinfo[0]; fact; fact = fact->next)
        if (curl_strnequal(fact->data, "Cert:", 5))
            return fact->data + 5;
    return NULL;
}

// The structure ends with the first bytes of an address that can be longer.
static inline const struct sockaddr *hub_socket_address(const struct curl_sockaddr *address) { return &address->addr; }

// A variable that holds a function, which strict concurrency does not let Swift read.
static inline void hub_free(void *memory) { gnutls_free(memory); }

#endif
