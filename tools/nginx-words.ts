/** Words of the deployed nginx configuration that every version from 1.18 to 1.28 knows. */

/** Older than nginx 1.18, and known to 1.28. `default` and `on` are entries of maps. */
export const DIRECTIVES: ReadonlySet<string> = new Set(
  `access_log add_header client_body_buffer_size client_body_temp_path client_body_timeout client_header_timeout client_max_body_size
    default default_type error_log error_page events fastcgi_temp_path http if include internal keepalive keepalive_requests keepalive_timeout
    large_client_header_buffers limit_conn limit_conn_status limit_conn_zone limit_req limit_req_status limit_req_zone listen location
    map merge_slashes on pid proxy_buffer_size proxy_buffers proxy_connect_timeout proxy_http_version proxy_max_temp_file_size
    proxy_next_upstream proxy_next_upstream_timeout proxy_next_upstream_tries proxy_pass proxy_read_timeout proxy_send_timeout
    proxy_set_header proxy_temp_path recursive_error_pages reset_timedout_connection return scgi_temp_path send_timeout server
    server_tokens set ssl_certificate ssl_certificate_key ssl_ciphers ssl_protocols ssl_session_cache ssl_session_tickets
    ssl_verify_client ssl_verify_depth upstream uwsgi_temp_path worker_connections worker_processes worker_rlimit_nofile zone`.split(/\s+/),
);
/** The same of variables. */
export const VARIABLES: ReadonlySet<string> = new Set(
  'binary_remote_addr http_host https remote_addr request_method scheme ssl_client_escaped_cert upstream_bytes_sent'.split(' '),
);
/** Of maps in nginx.conf, and headers that Portico names. */
export const OWN_VARIABLES: ReadonlySet<string> = new Set([
  'caller_network',
  'caller_site',
  'network',
  'site',
  'sent_away_with',
  'http_signing_entry',
  'transport_security',
]);
