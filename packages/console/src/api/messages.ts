export const api = {
  networkError: 'Network Error',
  operationFailed: 'Operation failed',
  errorOccurred: 'Error occurred',
  wrongPassword: 'Incorrect username or password',
  loginExpired: 'Login has expired, please login again',
  notAllowed: 'You are not allowed to do this',
  unreachableServer: 'The Brokerdeck server does not answer. It may have stopped, or the network is down.',
  unreachableBroker:
    'Brokerdeck cannot reach the broker. It may be starting, stopped, or behind a closed port.',
  upstreamTls: "The broker's certificate was refused",
  upstreamTlsDetail:
    'Brokerdeck does not trust the TLS certificate of the broker. Give the broker a trusted certificate, or start Brokerdeck with --insecure-upstream-tls if you know whom you talk to.',
  timeout: 'No answer in time',
  timeoutDetail: 'The broker took too long to answer. Whether the request had an effect is not known.',
  unreadable: 'The answer could not be read',
  unreadableDetail: (path: string) =>
    path === ''
      ? 'The answer is not what this API promises.'
      : `The answer is not what this API promises: the field “${path}” is missing or of another kind.`,
  aborted: 'Request aborted',
  stringifyError: 'stringify error',
  stringifyErrorDetail: 'The request was not sent: its content cannot be written as JSON.',
  unaddressable: 'No address can carry this identifier',
  unaddressableDetail:
    'Nothing was sent: browsers take an identifier that is empty, “.” or “..” out of the address, and the request would reach something else.',
  notOffered: 'Not offered by this broker',
  notOfferedDetail: 'The connected broker does not have this part of the API.',
  readOnly: 'Read-only',
  readOnlyDetail: 'This console is set to read-only. Nothing was changed.',
  tooManyAttempts: 'Too many attempts',
  tooManyAttemptsDetail: (seconds?: number) =>
    seconds === undefined
      ? 'The server did not check this attempt. Wait a moment, then try again.'
      : `The server did not check this attempt. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  nodeDown: 'The node is not running, or there is no such node.',
  internalError: 'The broker failed while it handled the request.',
}

export const permission = {
  readOnly: 'This console is set to read-only: it changes nothing.',
  viewer: 'Your role is viewer: it may look, not change.',
  secretsForAdministrators: 'Only administrators can see secrets.',
}

/** The reasons why a feature is disabled for all users of this console. */
export const closed = {
  payloads: 'Payloads are hidden: whoever started this console closed them to everybody.',
  publish: 'Publishing is off: whoever started this console closed it to everybody.',
  export: 'Export is off: whoever started this console closed it to everybody.',
}
