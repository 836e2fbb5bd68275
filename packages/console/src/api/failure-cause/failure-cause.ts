import { advice, causes } from './messages.ts'

export type FailureKind = keyof typeof causes

export interface FailureCause {
  readonly cause: FailureKind
  /** The meaning of the failure. */
  readonly words: string
  /** The advice for the failure. */
  readonly advice: string
}

/** The maximum number of characters searched: a stack trace follows the relevant part, and some fill a page. */
const readCharacters = 8192

/** Matches `status_code => 404`, `"status_code":404`, `{http_error,404,…}`, `HTTP/1.1 404`. */
const http = (codes: string) =>
  String.raw`\b(?:http_)?status(?:_?code)?["']?(?:\s*=>|[,:=])?\s*(?:${codes})\b|\bhttp_error,\s*(?:${codes})\b|\bHTTP(?:/[\d.]{1,3})?\s+(?:${codes})\b`

/** Matches an SQLSTATE of PostgreSQL and related databases, as an Erlang binary or after its keyword. */
const state = (codes: string) => String.raw`(?:<<"|SQLSTATE[ :=\[]{0,3}|\bSQL state )(?:${codes})\b`

/** Matches an error number of MySQL: `{1146,<<"42S02">>,…}`, `ERROR 1146`. */
const mysql = (codes: string) => String.raw`\{(?:${codes}),<<"|\bERROR (?:${codes})\b`

/** Matches an MQTT 5 reason code as EMQX's client reports it. */
const mqtt = (codes: string) => String.raw`\breason_code["']?(?:\s*=>|[,:=])\s*(?:${codes})\b`

/**
 * The texts in responses and logs of EMQX 5.8 and of its client libraries: atoms of Erlang's `inet` and `ssl`, and
 * texts of the servers themselves. The first match counts, so specific texts precede general ones (a rejected
 * password is also an unhealthy target, and a refused connection has options with a timeout).
 */
const texts = {
  disabled: [
    /^Not installed$/,
    /Forbidden operation, (?:bridge|connector|source|action) not enabled/,
    /resource stopped or disabled/,
    /resource_error,\s*#\{[^}]{0,300}reason => stopped/,
  ],
  connectorMissing: [
    /^Connector \S{1,300} not found/,
    /connector_not_found/,
    /resource not found|resource_not_found/,
    /Connector lookup failed/,
  ],
  connectorDown: [
    /Resource not operational/,
    /resource not connected|resource_error,\s*#\{[^}]{0,300}reason => not_connected/,
  ],
  embedded: [/^This broker has no client for systems of type /],
  nodeDown: [/\bnodedown\b|\bNODE_DOWN\b|\berpc,\s*noconnection\b|\bbadrpc\b/],
  healthTimeout: [
    /\bhealth_check_time(?:out|d_out)\b(?!["']?\s*(?:=>|[:,]))|resource_health_check_timed_out/,
  ],
  noClientId: [/no assigned static clientids/],
  notJson: [/\bdecode_json_failed\b/],
  noSchema: [/\bserde_not_found\b|\bschema_not_found\b/],
  noRegistry: [/\bregistry_not_found\b/],
  schemaMismatch: [/\bgpb_error\b|\bavro_(?:en|de)code_error\b/],
  behind: [/stale[_ ]view[_ ]of[_ ]cluster/],
  nothingToBalance: [/\bnothing_to_balance\b/],
  noMetadata: [/\bfailed_to_load_metadata\b/],
  driverMissing: [/Data source name not found/, /Can't open lib/, /\bIM00[234]\b/],
  badKeyFile: [/service account json/, /\binvalid_service_account|\bbad_private_key\b/],
  tlsClient: [
    /certificate[_ ]required/,
    /received SERVER ALERT: Fatal - (?:Unknown CA|Bad Certificate|(?:Unsupported )?Certificate)/,
  ],
  tlsExpired: [/\bcert(?:ificate)?[_ ](?:has )?expired\b/],
  tlsName: [/hostname_check_failed/, /host ?name (?:mismatch|does not match)/, /name_not_permitted/],
  tlsUntrusted: [
    /\bunknown[_ ]ca\b/,
    /\bselfsigned_peer\b|self[- ]signed certificate/,
    /bad_cert,\s*(?:unknown_ca|invalid_issuer|invalid_signature)/,
    /generated CLIENT ALERT: Fatal - (?:Bad Certificate|Certificate Unknown)/,
    /unable to get local issuer/,
    /certificate verify failed/,
  ],
  tlsMissing: [
    /unsupported_record_type|tls_alert,\s*\{unexpected_message\b/,
    /does not support SSL|ssl_not_supported|server_does_not_support_ssl/,
  ],
  tlsFile: [
    /\{options,\s*\{(?:cacertfile|certfile|keyfile|certs_keys|cacerts)\b/,
    /failed_to_decode_pem|bad_(?:cert|key|ssl)_file|invalid_pem|no_cert_file/,
  ],
  tlsFailed: [/\btls_alert\b|\bhandshake_failure\b|\bTLS (?:client|server): In state/, /\bssl handshake\b/],
  noDatabase: [
    state('3D000'),
    mysql('1049'),
    /\binvalid_catalog_name\b/,
    /\bunknown database\b|database not found|\bdatabase \S{1,200} (?:does not|doesn't) exist|Cannot open database/,
    /\bUNKNOWN_DATABASE\b|\bDatabase not exist\b|\bORA-1251[45]\b|invalid[_ ]keyspace|Keyspace \S{1,200} does not exist/,
  ],
  forbidden: [
    state('42501'),
    mysql('1044|1142|1227|1370'),
    mqtt('5|135|138'),
    /\binsufficient_privilege\b|permission denied|\bNOPERM\b/,
    /\btopic_authorization_failed\b|\bcluster_authorization_failed\b|\bgroup_authorization_failed\b/,
    /\bAccessDenied\b|AccessDeniedException|not authorized (?:on|to execute)|\bPERMISSION_DENIED\b/,
    http('403'),
    /access denied for user \S{1,200} to database/,
    /\bORA-01031\b|\bsecurity_exception\b/,
  ],
  authentication: [
    state('28000|28P01'),
    mysql('1045|1698|1251'),
    mqtt('4|134|140'),
    /\binvalid_password\b|\binvalid_authorization_specification\b/,
    /\bWRONGPASS\b|\bNOAUTH\b|ERR invalid password/,
    /Access denied for user|Login failed for user|password authentication failed|Invalid password/,
    /\bsasl_auth(?:entication)?_(?:failed|error)\b|illegal_sasl_state|unsupported_sasl_mechanism/,
    /\bauth(?:entication)?_?fail(?:ed|ure)\b|\bAuthentication failed\b|AuthenticationFailed\b|\bACCESS_REFUSED\b/,
    /\bbad_username_or_password\b|\bmalformed_username_or_password\b|\bbad_authentication_method\b|\bunauthorized_client\b/,
    /\bnot_authorized\b/,
    /\bconnect ok but auth failed\b|\bAUTHENTICATION_FAILED\b/,
    /\bInvalidAccessKeyId\b|\bSignatureDoesNotMatch\b|UnrecognizedClientException|InvalidSignatureException|ExpiredToken/,
    /\bORA-010(?:05|17)\b|\binvalid_grant\b|\bunauthorized access\b/,
    http('401'),
  ],
  noBucket: [
    /\bNoSuchBucket\b|\bContainerNotFound\b|bucket \S{1,200} not found|bucket (?:does not|doesn't) exist/,
  ],
  noTopic: [
    /\bunknown_topic_or_partition\b|\bunknown_topic\b|UNKNOWN_TOPIC|topic[_ ]not[_ ](?:found|exist)/,
    /\bStreamNotFound\b|Stream \S{1,200} under account|\bstream_not_found\b|Topic not found/,
  ],
  noQueue: [
    /NOT_FOUND - no (?:exchange|queue)/,
    /no exchange '|no queue '|vhost \S{1,200} not found|access to vhost/,
  ],
  noTable: [
    state('42P01|42S02'),
    mysql('1146'),
    /\bundefined_table\b|\bUNKNOWN_TABLE\b|\bORA-00942\b|Invalid object name|Table does not exist/,
    /\b(?:relation|table|collection) \S{1,200} (?:does not|doesn't) exist|unconfigured table/,
    /\bindex_not_found_exception\b|no such index|\bResourceNotFoundException\b|OTSObjectNotExist/,
  ],
  noColumn: [
    state('42703|42S22'),
    mysql('1054'),
    /\bundefined_column\b|Unknown column|Invalid column name|\bORA-00904\b|No such column/,
  ],
  duplicate: [
    state('23505'),
    mysql('1062'),
    /\bunique_violation\b|Duplicate entry|duplicate key|\bE11000\b|\bORA-00001\b/,
    /PRIMARY KEY constraint|version_conflict_engine_exception|ConditionalCheckFailed/,
  ],
  sqlSyntax: [
    state('42601|42000'),
    mysql('1064|1149'),
    /\bsyntax_error\b|error in your SQL syntax|\bsyntax error\b|Incorrect syntax near|\bORA-009(?:00|33|36|23|17)\b/,
  ],
  tooManyConnections: [
    state('53300'),
    mysql('1040|1203'),
    /\btoo[_ ]many[_ ](?:connections|clients)\b|max number of clients reached|\bconnection_rate_exceeded\b/,
  ],
  noSpace: [
    state('53100|53200'),
    mysql('1021|1114'),
    /\benospc\b|No space left on device|\bdisk_full\b|\bOOM command not allowed\b|\bORA-0165[34]\b/,
    /cluster_block_exception|used memory > 'maxmemory'/,
  ],
  badValue: [
    state('22\\w{3}|23502|23503|23514|42804'),
    mysql('1048|1292|1364|1366|1406|1264|1265'),
    /\b(?:not_null_violation|invalid_text_representation|string_data_right_truncation|datatype_mismatch)\b/,
    /mapper_parsing_exception|document_parsing_exception|field type conflict|\bORA-0(?:1400|1722|12899)\b|Data too long/,
    /WRONGTYPE Operation/,
  ],
  readOnly: [
    state('25006'),
    mysql('1290|1792'),
    /\bREADONLY\b|\bnot_?master\w{0,20}\b|\bNotWritablePrimary\b|\bread[-_ ]only\b|\bCLUSTERDOWN\b|-?\bMOVED \d/,
  ],
  unknownCommand: [/ERR unknown (?:command|subcommand)|ERR wrong number of arguments|ERR syntax error/],
  noLeader: [
    /\bleader_not_available\b|\bnot_leader_(?:for_partition|or_follower)\b|\bno_leader_connection\b|no_leader/,
  ],
  bufferFull: [/buffer_overflow|buffer_overload|\bqueue_full\b|dropped_queue_full|\bbuffer_full\b/],
  expired: [/\brequest_expired\b|\bdropped_expired\b|request[ _]ttl/],
  tooLarge: [
    mysql('1153'),
    mqtt('149'),
    http('413'),
    /\b(?:message|packet|payload|frame|record|request_entity|entity|msg)_(?:is_)?too_large\b|MessageTooLarge|EntityTooLarge/,
    /max_allowed_packet|message (?:is )?too (?:large|big)|\bemsgsize\b|too large for|RecordTooLarge/,
  ],
  quota: [
    mqtt('147|150|151|159'),
    http('429'),
    /\bquota[_ ]exceeded\b|\brate[_ ]limit|throttl|\bSlowDown\b|ProvisionedThroughputExceeded|LimitExceeded/,
    /RESOURCE_EXHAUSTED|message_rate_too_high|receive_maximum_exceeded|too[_ ]many[_ ]requests/,
  ],
  template: [
    /\bvar_unbound\b|\bundefined_(?:var|vars|variable|variables)\b|\btemplate_(?:error|render)/,
    /\b(?:bad|invalid|render|rendering|parse)_template\b|\w{0,40}points_trans_failed|\bbad_timestamp\b|trans_point_failed/,
    /failed_to_(?:apply|render|parse)_\w{0,40}template|template \S{0,80} ?(?:cannot|can't|failed)/,
    /\bno_(?:fields|point|data)_to_write\b|\binvalid_data\b/,
  ],
  badClientId: [mqtt('133'), /\bclient_identifier_not_valid\b|\bidentifier_rejected\b/],
  mqttVersion: [
    mqtt('132'),
    // The second alternative is the spelling of the broker's own client.
    /\bunacceptable_protocol_version\b|\bunaccpetable_protocol_version\b|\bunsupported_protocol_version\b/,
  ],
  mqttFeature: [
    mqtt('143|144|154|155|158|161|162'),
    /\b(?:retain|qos|shared_subscriptions|subscription_identifiers|wildcard_subscriptions)_not_supported\b/,
    /\btopic_(?:filter|name)_invalid\b/,
  ],
  busy: [
    mqtt('136|137|139'),
    http('503'),
    /\bserver_(?:unavailable|busy|shutting_down)\b|\bLOADING Redis|cannot_connect_now|\bservice_?unavailable\b/,
  ],
  httpNotFound: [http('404|410')],
  httpRedirect: [http('3\\d\\d')],
  httpRejected: [http('4\\d\\d')],
  httpFailed: [http('5\\d\\d')],
  refused: [/\beconnrefused\b|\bconnection[_ ]refused\b|Connection refused/],
  dns: [
    /\bnxdomain\b|\beai_\w+\b|getaddrinfo|\bENOTFOUND\b|name or service not known|could not resolve host|\bresolve_deny\b|could not translate host|cannot be resolved/,
  ],
  unreachable: [
    /\behostunreach\b|\behostdown\b|\benet(?:unreach|down)\b|No route to host|(?:host|network) is unreachable/,
  ],
  local: [/\bemfile\b|\benfile\b|\beaddrnotavail\b|\bsystem_limit\b|\beaddrinuse\b/],
  timeout: [
    /\betimedout\b|\bconnack_timeout\b|\bconnect_timeout\b(?!["']?\s*(?:=>|[:,]))|\brequest_timed_out\b|timed[_ ]?out/,
    /\btimeout\b(?!["']?\s*=>)/,
  ],
  closed: [
    /\beconnreset\b|\beconnaborted\b|\bepipe\b|\btcp_closed\b|\bssl_closed\b|\bsock(?:et)?_closed\w*|connection[_ ]closed/,
    /(?:\berror|\breason|\bshutdown)(?:\s*=>|,)\s*\{?(?:\w{1,20},\s*)?closed\b|^\{?closed\}?$|\bECONNRESET\b|socket hang up|reset by peer|connection was closed|server_initiated_close/,
  ],
  noConnection: [
    /\bconnect failed\b/,
    /\bno_connection\b|\bnot_connected\b|\bclient_not_alive\b|\w{1,40}_client_not_alive|\bno_client_alive\b/,
  ],
  startFailed: [
    /\bfailed_to_start_\w{1,60}|\bno_more_urls_to_connect\b|\bfail(?:ed)?_to_connect_\w{1,60}|\bstart_pool_failed\b/,
    /\bconnect_failed\b|\bfailed_connect\b/,
  ],
  unhealthy: [/\bunhealthy_target\b/],
  actionMissing: [/\bbridge_not_found\b/],
  arithmetic: [/\bbadarith\b/],
  badArgument: [/\bbadarg\b|\bbad_sql_function_argument\b/],
  noFunction: [/\bsql_function_not_supported\b/],
  unexpected: [/\bbadmatch\b|\b(?:function|case|if)_clause\b/],
} satisfies Record<FailureKind, readonly (RegExp | string)[]>

const isKind = (cause: string): cause is FailureKind => cause in texts

const table = Object.entries(texts).map(([cause, said]) => ({
  cause,
  said: new RegExp(said.map((one) => (typeof one === 'string' ? one : one.source)).join('|'), 'i'),
}))

/**
 * Returns the cause behind a reason from the broker; undefined if it is unknown, in which case the reason itself is
 * shown.
 */
export function failureCause(raw: string): FailureCause | undefined {
  const text = raw.slice(0, readCharacters)
  const cause = table.find(({ said }) => said.test(text))?.cause
  return cause !== undefined && isKind(cause)
    ? { cause, words: causes[cause], advice: advice[cause] }
    : undefined
}
