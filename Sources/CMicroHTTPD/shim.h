// libmicrohttpd with the GnuTLS that it speaks TLS by, and the calls that are variadic in C.
#ifndef CAMHUB_MICROHTTPD_H
#define CAMHUB_MICROHTTPD_H

#include <sys/types.h>
#include <sys/socket.h>
#include <stdint.h>
#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <microhttpd.h>

// A TLS daemon does not start without a certificate or somebody to ask for one. Nobody is asked: each connection is
// given credentials of its own before its handshake, see hub_use_credentials.
static inline int hub_no_certificate(
    gnutls_session_t session, const gnutls_datum_t *authorities, int authority_count,
    const gnutls_pk_algorithm_t *algorithms, int algorithm_count,
    gnutls_pcert_st **certificates, unsigned int *certificate_count, gnutls_privkey_t *key)
{
    return -1;
}

// MHD_start_daemon is variadic: a daemon without a socket or a thread of its own, for a loop of ours. With priorities it
// speaks TLS, by GnuTLS's rules of that name.
static inline struct MHD_Daemon *hub_start_daemon(
    MHD_AccessHandlerCallback handler, void *(*uri_log)(void *, const char *, struct MHD_Connection *),
    size_t (*unescape)(void *, struct MHD_Connection *, char *), MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connection, void *context,
    unsigned int connections, size_t connection_memory, unsigned int idle_seconds, const char *priorities)
{
    struct MHD_OptionItem plain[] = {{MHD_OPTION_END, 0, NULL}};
    struct MHD_OptionItem secure[] = {
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)priorities},
        {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, (void *)hub_no_certificate},
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME | (priorities ? MHD_USE_TLS : 0),
        0, NULL, NULL, handler, context,
        MHD_OPTION_URI_LOG_CALLBACK, uri_log, context,
        MHD_OPTION_UNESCAPE_CALLBACK, unescape, context,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_NOTIFY_CONNECTION, connection, context,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_ARRAY, priorities ? secure : plain,
        MHD_OPTION_END);
}

// Variadic as well; the two facts of a connection and the one of a daemon that we ask for.
static inline int hub_epoll_descriptor(struct MHD_Daemon *daemon)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

static inline unsigned int hub_connection_count(struct MHD_Daemon *daemon)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info ? info->num_connections : 0;
}

static inline void *hub_socket_context(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static inline int hub_connection_descriptor(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

// Variadic as well: what a connection of a TLS daemon shows in its handshake. The credentials have to outlive it.
static inline int hub_use_credentials(
    struct MHD_Connection *connection, gnutls_certificate_credentials_t credentials)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    if (!info)
        return GNUTLS_E_INVALID_REQUEST;
    return gnutls_credentials_set((gnutls_session_t)info->tls_session, GNUTLS_CRD_CERTIFICATE, credentials);
}

// Variadic as well: whether a connection of a TLS daemon has not finished its handshake.
static inline int hub_is_in_handshake(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    // There is a description of what was agreed as soon as something was.
    char *description = info ? gnutls_session_get_desc((gnutls_session_t)info->tls_session) : NULL;
    gnutls_free(description);
    return !description;
}

// Variadic as well: no chunks, the body ends with the connection. Without this, the answer to HEAD would get the last
// chunk of a body that it has not.
static inline void hub_end_by_closing(struct MHD_Response *response)
{
    MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

// Swift finds no name for the cases of this enumeration.
static inline int hub_is_closed(enum MHD_ConnectionNotificationCode code)
{
    return code == MHD_CONNECTION_NOTIFY_CLOSED;
}

// A macro with a cast, which Swift does not import.
static const uint64_t hub_size_unknown = MHD_SIZE_UNKNOWN;

#endif
