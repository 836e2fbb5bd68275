/** A text of the specification, to the letter; `{name}` stands for what is filled in. */
export interface SpecifiedText {
  readonly text: string
  /** Messages of the console that say it: file below `packages/console/src`, and key. */
  readonly places: readonly (readonly [folder: string, key: string])[]
}

/** Of the specification's §2, §4, §5 and §8. */
export const specifiedTexts: readonly SpecifiedText[] = [
  { text: 'Confirm to logout', places: [['app', 'confirmLogout']] },
  { text: 'Logged out', places: [['features/system/login', 'loggedOut']] },
  { text: 'This page could not be found', places: [['app/error-pages', 'notFound']] },
  {
    text: 'Sync OS theme',
    places: [
      ['app/preferences', 'system'],
      ['app/preferences', 'syncOsTheme'],
    ],
  },
  {
    text: 'No data available on this page. Redirected to the first page.',
    places: [['kit/table', 'pageEmpty']],
  },
  { text: 'Connecting', places: [['features/diagnose/mqtt-link', 'connecting']] },
  { text: 'Connected', places: [['features/diagnose/mqtt-link', 'connected']] },
  { text: 'Disconnecting', places: [['features/diagnose/mqtt-link', 'disconnecting']] },
  { text: 'Disconnected', places: [['features/diagnose/mqtt-link', 'disconnected']] },
  { text: 'Reconnecting', places: [['features/diagnose/mqtt-link', 'reconnecting']] },
  {
    text: 'Login has expired, please login again',
    places: [
      ['api', 'loginExpired'],
      ['features/system/login', 'expired'],
    ],
  },
  { text: 'Leave page?', places: [['kit/leave-guard', 'title']] },
  { text: 'Changes that you made may not be saved', places: [['kit/leave-guard', 'body']] },
  { text: 'Username is required', places: [['features/system/login', 'usernameRequired']] },
  {
    text: 'Password is required',
    places: [
      ['features/system/login', 'passwordRequired'],
      ['features/system/password', 'required'],
    ],
  },
  { text: 'The new and old passwords cannot be the same', places: [['features/system/password', 'same']] },
  { text: "Two inputs don't match!", places: [['features/system/password', 'different']] },
  {
    text: 'Please enter username',
    places: [
      ['features/system/users', 'usernameRequired'],
      ['features/access/authorization/rules', 'needUsername'],
    ],
  },
  { text: 'Client ID is required', places: [['features/access/authorization/rules', 'needClientId']] },
  { text: 'Please select permission', places: [['features/access/authorization/rules', 'needPermission']] },
  { text: 'Please select action', places: [['features/access/authorization/rules', 'needAction']] },
  {
    text: 'Please enter topic',
    places: [
      ['kit/topic-words', 'empty'],
      ['features/access/why', 'topicFault'],
      ['features/access/authorization/rules', 'needTopic'],
    ],
  },
  {
    text: 'Priority number must be a number between 1 and 255.',
    places: [
      ['kit/form', 'priority'],
      ['features/settings/mqtt-settings', 'priorityRange'],
    ],
  },
  {
    text: 'Please enter the correct JSON',
    places: [
      ['kit/form', 'json'],
      ['kit/payload-input', 'faultJson'],
    ],
  },
  { text: 'Please select a file first', places: [['kit/form', 'noFile']] },
  { text: 'Please upload a file with extension {extensions}', places: [['kit/form', 'fileExtension']] },
  {
    text: 'Please configure the Pushgateway address',
    places: [['features/settings/monitoring-integration', 'pushUrlMissing']],
  },
  {
    text: 'Please configure the EMQX address',
    places: [['features/settings/monitoring-integration', 'emqxAddressMissing']],
  },
  {
    text: 'Please configure the metrics API path',
    places: [['features/settings/monitoring-integration', 'metricsPathMissing']],
  },
  { text: 'Please enter a properly formatted rate configuration', places: [['kit/form', 'rate']] },
  {
    text: 'Duplicated Attribute',
    places: [
      ['kit/form', 'duplicateKey'],
      ['features/settings/mqtt-settings', 'duplicateAttribute'],
    ],
  },
  { text: 'Node name is required', places: [['features/system/cluster', 'nodeNameRequired']] },
  { text: 'Name is required', places: [['features/system/api-keys', 'nameRequired']] },
  { text: 'Please enter Banned value', places: [['features/access/banned', 'valueRequired']] },
  {
    text: 'The selected time cannot be earlier than the current time',
    places: [['kit/form', 'momentPassed']],
  },
  { text: 'start time or end time is required', places: [['features/diagnose/trace', 'timesRequired']] },
  {
    text: 'Input error: the number range is {min} - {max}',
    places: [
      ['kit/form', 'range'],
      ['domain/publish', 'range'],
    ],
  },
  {
    text: 'Please enter the value in the correct format',
    places: [
      ['kit/form', 'format'],
      ['features/settings/monitoring-integration', 'intervalWrong'],
    ],
  },
  { text: 'Please complete the table', places: [['kit/form', 'incompleteTable']] },
  {
    text: 'Please enter',
    places: [
      ['kit/form', 'pleaseEnter'],
      ['features/diagnose/test-client/form', 'pleaseEnter'],
    ],
  },
  { text: 'range error', places: [['features/diagnose/test-client/form', 'rangeError']] },
  { text: 'Client not connected', places: [['features/diagnose/test-client', 'notConnected']] },
  { text: 'Loading chunk failed', places: [['app/error-pages', 'chunkFailed']] },
  { text: 'Loading CSS chunk failed', places: [['app/error-pages', 'cssFailed']] },
  { text: 'stringify error', places: [['api', 'stringifyError']] },
  { text: 'Incorrect username or password', places: [['api', 'wrongPassword']] },
  { text: 'Network Error', places: [['api', 'networkError']] },
  { text: 'Operation failed', places: [['api', 'operationFailed']] },
  {
    text: 'Upload Failed',
    places: [
      ['features/access/authentication/import', 'uploadFailed'],
      ['features/system/backup', 'uploadFailed'],
    ],
  },
  {
    text: 'Subscription failure: {reason}',
    places: [['features/diagnose/test-client', 'subscriptionFailed']],
  },
  {
    text: 'Publishing failure',
    places: [
      ['features/diagnose/test-client', 'publishingFailure'],
      ['domain/publish', 'failure'],
    ],
  },
  { text: 'connection disconnected', places: [['features/diagnose/test-client', 'lost']] },
  {
    text: 'Error occurred',
    places: [
      ['app/error-pages', 'errorOccurred'],
      ['api', 'errorOccurred'],
    ],
  },
  { text: 'The client does not exist', places: [['features/traffic/client', 'notExist']] },
  {
    text: "There are some errors occurred in retrieving the client's detail",
    places: [['features/traffic/client', 'retrievalFailed']],
  },
  { text: 'Confirm delete API key?', places: [['features/system/api-keys', 'removeTitle']] },
  {
    text: 'Confirm delete?',
    places: [
      ['features/diagnose/trace', 'removeTitle'],
      ['features/access/authorization/rules', 'removeTitle'],
      ['features/access/authentication/users', 'removeTitle'],
      ['features/settings/listeners', 'removeTitle'],
      ['features/system/backup', 'removeTitle'],
      ['domain/broker-message', 'deleteTitle'],
      ['domain/endpoint-form', 'removeTitle'],
      ['features/access/access-chain', 'removeTitle'],
    ],
  },
  { text: 'Confirm to delete the user?', places: [['features/system/users', 'removeTitle']] },
  { text: 'Confirm to unban this banned client?', places: [['features/access/banned', 'unbanTitle']] },
  { text: 'Confirm to clear all banned clients?', places: [['features/access/banned', 'clearTitle']] },
  { text: 'Confirm to clear all retained messages?', places: [['features/traffic/retained', 'clearTitle']] },
  { text: 'Create User Successfully', places: [['features/system/users', 'created']] },
  {
    text: 'Changing Password Successfully',
    places: [
      ['features/system/users', 'passwordChanged'],
      ['features/system/login', 'passwordChanged'],
    ],
  },
  { text: 'Successfully banned this client.', places: [['domain/client', 'banned']] },
  { text: 'Create Log Trace Successfully', places: [['features/diagnose/trace', 'created']] },
  { text: 'Stop Log Trace Successfully', places: [['features/diagnose/trace', 'stopTrace']] },
  { text: 'Delete Log Trace Successfully', places: [['features/diagnose/trace', 'removed']] },
  {
    text: 'Reset successfully',
    places: [
      ['features/monitoring/overview', 'resetDone'],
      ['features/diagnose/topic-metrics', 'resetDone'],
    ],
  },
  { text: 'Connection is successful', places: [['features/diagnose/test-client', 'connectionSuccessful']] },
]

/** Texts whose screens do not exist yet, or whose deed the connected API does not have. */
export const waitingTexts: readonly { readonly text: string; readonly waitsFor: string }[] = [
  { text: 'Confirm delete rule?', waitsFor: 'rules' },
  { text: 'Test failed', waitsFor: 'rules and connectors: the test of a connector' },
  { text: 'Test success, your configuration works fine', waitsFor: 'connectors: the test of a connector' },
  {
    text: 'An error occurred while deleting {target}, please try to delete it manually',
    waitsFor: 'webhooks, which delete a rule, an action and a connector together',
  },
  { text: 'Please upload the file first', waitsFor: 'plugins' },
]

/** A number or a list of §5 and §9 as it stands in a file below `packages`. */
export const specifiedConstants: readonly {
  readonly clause: string
  readonly file: string
  readonly holds: string
}[] = [
  {
    clause: 'Page sizes 20, 50, 100, 500',
    file: 'console/src/kit/table/paging.ts',
    holds: 'PAGE_SIZES = [20, 50, 100, 500]',
  },
  {
    clause: 'Default test topic t/#',
    file: 'console/src/features/diagnose/test-client/connection/connection-facts.ts',
    holds: "filter: 't/#'",
  },
  {
    clause: 'Max 32-bit value 0xFFFFFFFF',
    file: 'console/src/features/diagnose/mqtt-link/connection-settings.ts',
    holds: 'neverExpires = 0xffffffff',
  },
  {
    clause: 'Password length 8 to 64',
    file: 'console/src/features/system/password/password-rules.ts',
    holds: '{8,64}',
  },
  {
    clause: 'Time ranges: last hour, 6 h, 12 h, 1 d, 3 d, 7 d',
    file: 'console/src/features/monitoring/broker-history/history-ranges.ts',
    holds: "['1h', '6h', '12h', '1d', '3d', '7d']",
  },
  {
    clause: 'Certificate extensions',
    file: 'console/src/kit/form/controls/use-certificate-file.ts',
    holds: "['crt', 'key', 'pem', 'jks', 'der', 'cer', 'pfx']",
  },
  {
    clause: 'Reserved usernames',
    file: 'console/src/features/system/users/user-rules.ts',
    holds: "['admin', 'root', 'administrator']",
  },
  {
    clause: 'Log throttle min window 1 s',
    file: 'contract/src/settings/log-config.ts',
    holds: "time_window: withDefault(durationFrom('1s')",
  },
]
