/** A text of the specification, to the letter; `{name}` stands for what is filled in. */
export interface SpecifiedText {
  readonly text: string
  /** Messages of the console that say it: file below `packages/console/src`, and key. */
  readonly places: readonly (readonly [folder: string, key: string])[]
}

/** Of the specification's §2, §4, §5 and §8. */
export const specifiedTexts: readonly SpecifiedText[] = [
  { text: 'Confirm to logout', places: [['app', 'confirmLogout']] },
  { text: 'Logged out', places: [['features/login', 'loggedOut']] },
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
  { text: 'Connecting', places: [['domain/mqtt-link', 'connecting']] },
  { text: 'Connected', places: [['domain/mqtt-link', 'connected']] },
  { text: 'Disconnecting', places: [['domain/mqtt-link', 'disconnecting']] },
  { text: 'Disconnected', places: [['domain/mqtt-link', 'disconnected']] },
  { text: 'Reconnecting', places: [['domain/mqtt-link', 'reconnecting']] },
  {
    text: 'Login has expired, please login again',
    places: [
      ['api', 'loginExpired'],
      ['features/login', 'expired'],
    ],
  },
  { text: 'Leave page?', places: [['kit/leave-guard', 'title']] },
  { text: 'Changes that you made may not be saved', places: [['kit/leave-guard', 'body']] },
  { text: 'Username is required', places: [['features/login', 'usernameRequired']] },
  {
    text: 'Password is required',
    places: [
      ['features/login', 'passwordRequired'],
      ['domain/password', 'required'],
    ],
  },
  { text: 'The new and old passwords cannot be the same', places: [['domain/password', 'same']] },
  { text: "Two inputs don't match!", places: [['domain/password', 'different']] },
  {
    text: 'Please enter username',
    places: [
      ['features/users', 'usernameRequired'],
      ['features/authorization/rules', 'needUsername'],
    ],
  },
  { text: 'Client ID is required', places: [['features/authorization/rules', 'needClientId']] },
  { text: 'Please select permission', places: [['features/authorization/rules', 'needPermission']] },
  { text: 'Please select action', places: [['features/authorization/rules', 'needAction']] },
  {
    text: 'Please enter topic',
    places: [
      ['kit/topic-words', 'empty'],
      ['features/why', 'topicFault'],
      ['features/authorization/rules', 'needTopic'],
    ],
  },
  {
    text: 'Priority number must be a number between 1 and 255.',
    places: [
      ['kit/form', 'priority'],
      ['features/mqtt-settings', 'priorityRange'],
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
  { text: 'Please configure the Pushgateway address', places: [['features/monitoring', 'pushUrlMissing']] },
  { text: 'Please configure the EMQX address', places: [['features/monitoring', 'emqxAddressMissing']] },
  { text: 'Please configure the metrics API path', places: [['features/monitoring', 'metricsPathMissing']] },
  { text: 'Please enter a properly formatted rate configuration', places: [['kit/form', 'rate']] },
  {
    text: 'Duplicated Attribute',
    places: [
      ['kit/form', 'duplicateKey'],
      ['features/mqtt-settings', 'duplicateAttribute'],
    ],
  },
  { text: 'Node name is required', places: [['features/cluster', 'nodeNameRequired']] },
  { text: 'Name is required', places: [['features/api-keys', 'nameRequired']] },
  { text: 'Please enter Banned value', places: [['features/banned', 'valueRequired']] },
  {
    text: 'The selected time cannot be earlier than the current time',
    places: [['kit/form', 'momentPassed']],
  },
  { text: 'start time or end time is required', places: [['features/trace', 'timesRequired']] },
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
      ['features/monitoring', 'intervalWrong'],
    ],
  },
  { text: 'Please complete the table', places: [['kit/form', 'incompleteTable']] },
  {
    text: 'Please enter',
    places: [
      ['kit/form', 'pleaseEnter'],
      ['features/test-client/form', 'pleaseEnter'],
    ],
  },
  { text: 'range error', places: [['features/test-client/form', 'rangeError']] },
  { text: 'Client not connected', places: [['features/test-client', 'notConnected']] },
  { text: 'Loading chunk failed', places: [['app/error-pages', 'chunkFailed']] },
  { text: 'Loading CSS chunk failed', places: [['app/error-pages', 'cssFailed']] },
  { text: 'stringify error', places: [['api', 'stringifyError']] },
  { text: 'Incorrect username or password', places: [['api', 'wrongPassword']] },
  { text: 'Network Error', places: [['api', 'networkError']] },
  { text: 'Operation failed', places: [['api', 'operationFailed']] },
  {
    text: 'Upload Failed',
    places: [
      ['features/authentication/import', 'uploadFailed'],
      ['features/backup', 'uploadFailed'],
    ],
  },
  { text: 'Subscription failure: {reason}', places: [['features/test-client', 'subscriptionFailed']] },
  {
    text: 'Publishing failure',
    places: [
      ['features/test-client', 'publishingFailure'],
      ['domain/publish', 'failure'],
    ],
  },
  { text: 'connection disconnected', places: [['features/test-client', 'lost']] },
  {
    text: 'Error occurred',
    places: [
      ['app/error-pages', 'errorOccurred'],
      ['api', 'errorOccurred'],
    ],
  },
  { text: 'The client does not exist', places: [['features/client', 'notExist']] },
  {
    text: "There are some errors occurred in retrieving the client's detail",
    places: [['features/client', 'retrievalFailed']],
  },
  { text: 'Confirm delete API key?', places: [['features/api-keys', 'removeTitle']] },
  {
    text: 'Confirm delete?',
    places: [
      ['features/trace', 'removeTitle'],
      ['features/authorization/rules', 'removeTitle'],
      ['features/authentication/users', 'removeTitle'],
      ['features/listeners', 'removeTitle'],
      ['features/backup', 'removeTitle'],
      ['domain/broker-message', 'deleteTitle'],
      ['domain/endpoint-form', 'removeTitle'],
      ['domain/access-chain', 'removeTitle'],
    ],
  },
  { text: 'Confirm to delete the user?', places: [['features/users', 'removeTitle']] },
  { text: 'Confirm to unban this banned client?', places: [['features/banned', 'unbanTitle']] },
  { text: 'Confirm to clear all banned clients?', places: [['features/banned', 'clearTitle']] },
  { text: 'Confirm to clear all retained messages?', places: [['features/retained', 'clearTitle']] },
  { text: 'Create User Successfully', places: [['features/users', 'created']] },
  {
    text: 'Changing Password Successfully',
    places: [
      ['features/users', 'passwordChanged'],
      ['features/login', 'passwordChanged'],
    ],
  },
  { text: 'Successfully banned this client.', places: [['domain/client', 'banned']] },
  { text: 'Create Log Trace Successfully', places: [['features/trace', 'created']] },
  { text: 'Stop Log Trace Successfully', places: [['features/trace', 'stopTrace']] },
  { text: 'Delete Log Trace Successfully', places: [['features/trace', 'removed']] },
  {
    text: 'Reset successfully',
    places: [
      ['features/overview', 'resetDone'],
      ['features/topic-metrics', 'resetDone'],
    ],
  },
  { text: 'Connection is successful', places: [['features/test-client', 'connectionSuccessful']] },
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
    file: 'console/src/features/test-client/connection/connection-facts.ts',
    holds: "filter: 't/#'",
  },
  {
    clause: 'Max 32-bit value 0xFFFFFFFF',
    file: 'console/src/domain/mqtt-link/connection-settings.ts',
    holds: 'neverExpires = 0xffffffff',
  },
  {
    clause: 'Password length 8 to 64',
    file: 'console/src/domain/password/password-rules.ts',
    holds: '{8,64}',
  },
  {
    clause: 'Time ranges: last hour, 6 h, 12 h, 1 d, 3 d, 7 d',
    file: 'console/src/domain/broker-history/history-ranges.ts',
    holds: "['1h', '6h', '12h', '1d', '3d', '7d']",
  },
  {
    clause: 'Certificate extensions',
    file: 'console/src/kit/form/controls/use-certificate-file.ts',
    holds: "['crt', 'key', 'pem', 'jks', 'der', 'cer', 'pfx']",
  },
  {
    clause: 'Reserved usernames',
    file: 'console/src/features/users/user-rules.ts',
    holds: "['admin', 'root', 'administrator']",
  },
  {
    clause: 'Log throttle min window 1 s',
    file: 'console/src/features/log-settings/log-sections.ts',
    holds: "min: '1s'",
  },
]
