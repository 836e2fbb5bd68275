/** A text of the specification, verbatim; `{name}` stands for a value that is filled in. */
export interface SpecifiedText {
  readonly text: string
  /**
   * The console's messages with this text: the catalog below `packages/console/src` without `messages`, and the
   * export with its key.
   */
  readonly places: readonly (readonly [catalog: string, key: string])[]
}

/** The texts of the specification's §2, §4, §5 and §8. */
export const specifiedTexts: readonly SpecifiedText[] = [
  { text: 'Confirm to logout', places: [['app', 'app.confirmLogout']] },
  { text: 'Logged out', places: [['features/system/accounts', 'login.loggedOut']] },
  { text: 'Tools', places: [['app', 'app.tools']] },
  { text: 'Help', places: [['app', 'app.help']] },
  { text: 'This page could not be found', places: [['app', 'errorPages.notFound']] },
  {
    text: 'Sync OS theme',
    places: [
      ['app', 'preferences.system'],
      ['app', 'settingsDrawer.syncOsTheme'],
    ],
  },
  {
    text: 'No data available on this page. Redirected to the first page.',
    places: [['kit/page', 'table.pageEmpty']],
  },
  { text: 'Connecting', places: [['domain/mqtt-link', 'mqttLink.connecting']] },
  { text: 'Connected', places: [['domain/mqtt-link', 'mqttLink.connected']] },
  { text: 'Disconnecting', places: [['domain/mqtt-link', 'mqttLink.disconnecting']] },
  { text: 'Disconnected', places: [['domain/mqtt-link', 'mqttLink.disconnected']] },
  { text: 'Reconnecting', places: [['domain/mqtt-link', 'mqttLink.reconnecting']] },
  {
    text: 'Login has expired, please login again',
    places: [
      ['api', 'api.loginExpired'],
      ['features/system/accounts', 'login.expired'],
    ],
  },
  { text: 'Leave page?', places: [['kit/page', 'leaveGuard.title']] },
  { text: 'Changes that you made may not be saved', places: [['kit/page', 'leaveGuard.body']] },
  { text: 'Username is required', places: [['features/system/accounts', 'login.usernameRequired']] },
  {
    text: 'Password is required',
    places: [
      ['features/system/accounts', 'login.passwordRequired'],
      ['features/system/accounts', 'password.required'],
    ],
  },
  {
    text: 'The new and old passwords cannot be the same',
    places: [['features/system/accounts', 'password.same']],
  },
  { text: "Two inputs don't match!", places: [['features/system/accounts', 'password.different']] },
  {
    text: 'Please enter username',
    places: [
      ['features/system/accounts', 'users.usernameRequired'],
      ['features/access/authorization', 'rules.needUsername'],
    ],
  },
  { text: 'Client ID is required', places: [['features/access/authorization', 'rules.needClientId']] },
  { text: 'Please select permission', places: [['features/access/authorization', 'rules.needPermission']] },
  { text: 'Please select action', places: [['features/access/authorization', 'rules.needAction']] },
  {
    text: 'Please enter topic',
    places: [
      ['kit/mqtt', 'topicWords.empty'],
      ['features/access/why', 'why.topicFault'],
      ['features/access/authorization', 'rules.needTopic'],
    ],
  },
  {
    text: 'Priority number must be a number between 1 and 255.',
    places: [
      ['kit/form', 'form.priority'],
      ['features/settings/mqtt', 'mqttSettings.priorityRange'],
    ],
  },
  {
    text: 'Please enter the correct JSON',
    places: [
      ['kit/form', 'form.json'],
      ['kit/page', 'payloadInput.faultJson'],
      ['features/integration/bridges/bridge-form', 'connectorValues.notJson'],
      ['features/integration/rules/rule-lab', 'testCases.outputFault'],
      ['features/data-hub/schemas', 'schemaSample.notJson'],
      ['features/data-hub/screening', 'preview.notJsonText'],
    ],
  },
  { text: 'Please select a file first', places: [['kit/form', 'form.noFile']] },
  { text: 'Please upload a file with extension {extensions}', places: [['kit/form', 'form.fileExtension']] },
  {
    text: 'Please configure the Pushgateway address',
    places: [['features/settings/monitoring', 'monitoringIntegration.pushUrlMissing']],
  },
  {
    text: 'Please configure the EMQX address',
    places: [['features/settings/monitoring', 'monitoringIntegration.emqxAddressMissing']],
  },
  {
    text: 'Please configure the metrics API path',
    places: [['features/settings/monitoring', 'monitoringIntegration.metricsPathMissing']],
  },
  { text: 'Please enter a properly formatted rate configuration', places: [['kit/form', 'form.rate']] },
  {
    text: 'Duplicated Attribute',
    places: [
      ['kit/form', 'form.duplicateKey'],
      ['features/settings/mqtt', 'mqttSettings.duplicateAttribute'],
    ],
  },
  { text: 'Node name is required', places: [['features/system/cluster', 'cluster.nodeNameRequired']] },
  { text: 'Name is required', places: [['features/system/accounts', 'apiKeys.nameRequired']] },
  { text: 'Please enter Banned value', places: [['features/access/access', 'banned.valueRequired']] },
  {
    text: 'The selected time cannot be earlier than the current time',
    places: [['kit/form', 'form.momentPassed']],
  },
  {
    text: 'start time or end time is required',
    places: [['features/diagnose/trace', 'trace.timesRequired']],
  },
  {
    text: 'Input error: the number range is {min} - {max}',
    places: [
      ['kit/form', 'form.range'],
      ['domain/publish', 'publish.range'],
    ],
  },
  {
    text: 'Please enter the value in the correct format',
    places: [
      ['kit/form', 'form.format'],
      ['features/settings/monitoring', 'monitoringIntegration.intervalWrong'],
    ],
  },
  { text: 'Please complete the table', places: [['kit/form', 'form.incompleteTable']] },
  {
    text: 'Please enter',
    places: [
      ['kit/form', 'form.pleaseEnter'],
      ['features/diagnose/test-client', 'connectionForm.pleaseEnter'],
    ],
  },
  { text: 'range error', places: [['features/diagnose/test-client', 'connectionForm.rangeError']] },
  { text: 'Client not connected', places: [['features/diagnose/test-client', 'testClient.notConnected']] },
  { text: 'Loading chunk failed', places: [['app', 'errorPages.chunkFailed']] },
  { text: 'Loading CSS chunk failed', places: [['app', 'errorPages.cssFailed']] },
  { text: 'stringify error', places: [['api', 'api.stringifyError']] },
  { text: 'Incorrect username or password', places: [['api', 'api.wrongPassword']] },
  { text: 'Network Error', places: [['api', 'api.networkError']] },
  { text: 'Operation failed', places: [['api', 'api.operationFailed']] },
  {
    text: 'Upload Failed',
    places: [
      ['domain/access/authentication', 'userImport.uploadFailed'],
      ['features/system/cluster', 'backup.uploadFailed'],
      ['acting', 'packageUpload.uploadFailed'],
    ],
  },
  {
    text: 'Subscription failure: {reason}',
    places: [['features/diagnose/test-client', 'testClient.subscriptionFailed']],
  },
  {
    text: 'Publishing failure',
    places: [
      ['features/diagnose/test-client', 'testClient.publishingFailure'],
      ['domain/publish', 'publish.failure'],
    ],
  },
  { text: 'connection disconnected', places: [['features/diagnose/test-client', 'testClient.lost']] },
  {
    text: 'Error occurred',
    places: [
      ['app', 'errorPages.errorOccurred'],
      ['api', 'api.errorOccurred'],
    ],
  },
  { text: 'The client does not exist', places: [['features/traffic/client', 'client.notExist']] },
  {
    text: "There are some errors occurred in retrieving the client's detail",
    places: [['features/traffic/client', 'client.retrievalFailed']],
  },
  { text: 'Confirm delete API key?', places: [['features/system/accounts', 'apiKeys.removeTitle']] },
  {
    text: 'Confirm delete?',
    places: [
      ['features/diagnose/trace', 'trace.removeTitle'],
      ['features/access/authorization', 'rules.removeTitle'],
      ['domain/access/authentication', 'users.removeTitle'],
      ['features/settings/listeners', 'listeners.removeTitle'],
      ['features/system/cluster', 'backup.removeTitle'],
      ['domain/broker-message', 'brokerMessage.deleteTitle'],
      ['resource/endpoint-form', 'endpointForm.removeTitle'],
      ['resource', 'managed.removeTitle'],
    ],
  },
  { text: 'Confirm delete rule?', places: [['features/integration/rules/rules', 'rules.removeTitle']] },
  { text: 'Confirm to delete the user?', places: [['features/system/accounts', 'users.removeTitle']] },
  { text: 'Confirm to unban this banned client?', places: [['features/access/access', 'banned.unbanTitle']] },
  { text: 'Confirm to clear all banned clients?', places: [['features/access/access', 'banned.clearTitle']] },
  {
    text: 'Confirm to clear all retained messages?',
    places: [['features/traffic/lists', 'retained.clearTitle']],
  },
  { text: 'Create User Successfully', places: [['features/system/accounts', 'users.created']] },
  {
    text: 'Changing Password Successfully',
    places: [
      ['features/system/accounts', 'users.passwordChanged'],
      ['features/system/accounts', 'login.passwordChanged'],
    ],
  },
  { text: 'Successfully banned this client.', places: [['domain/client', 'client.banned']] },
  { text: 'Create Log Trace Successfully', places: [['features/diagnose/trace', 'trace.created']] },
  { text: 'Stop Log Trace Successfully', places: [['features/diagnose/trace', 'trace.stopTrace']] },
  { text: 'Delete Log Trace Successfully', places: [['features/diagnose/trace', 'trace.removed']] },
  {
    text: 'Reset successfully',
    places: [
      ['features/monitoring/overview', 'overview.resetDone'],
      ['features/diagnose/topic-metrics', 'topicMetrics.resetDone'],
    ],
  },
  { text: 'Please upload the file first', places: [['features/extensions', 'installPlugin.noFile']] },
  {
    text: 'Connection is successful',
    places: [['features/diagnose/test-client', 'testClient.connectionSuccessful']],
  },
  { text: 'Test failed', places: [['features/integration/bridges/bridges', 'probe.fails']] },
  {
    text: 'Test success, your configuration works fine',
    places: [['features/integration/bridges/bridges', 'probe.works']],
  },
  {
    text: 'An error occurred while deleting {target}, please try to delete it manually',
    places: [['features/integration/webhooks/webhooks', 'webhooks.removeFailed']],
  },
]

/** Texts whose screens do not exist yet, or whose operation the connected API does not have. */
export const waitingTexts: readonly { readonly text: string; readonly waitsFor: string }[] = []
