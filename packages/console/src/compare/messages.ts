import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const kindNames = {
  rules: vocabulary.rules,
  connectors: vocabulary.connectors,
  actions: vocabulary.actions,
  sources: vocabulary.sources,
  schemas: 'Schemas',
  registries: 'External registries',
  validations: 'Schema validations',
  transformations: 'Message transformations',
  hooks: 'ExHook servers',
  gateways: 'Device gateways',
  authenticators: 'Authenticators',
  authorization: 'Authorization',
  listeners: vocabulary.listeners,
  settings: vocabulary.settings,
  retained: vocabulary.retainedMessages,
  bans: 'Bans',
  'builtin-rules': 'Built-in database rules',
  'api-keys': vocabulary.apiKeys,
}

export const outcomeNames = {
  same: 'Same',
  different: 'Different',
  'only-here': 'Only here',
  'only-there': 'Only there',
  unknown: 'Cannot compare',
}

export const sides = {
  tooMany: (most: number) => `More than ${formatNumber(most)}: not compared`,
}

/** The texts of the log for the result of a request. */
export const promotionRun = {
  fieldsDiffer: (paths: string) => `Differs after reading back: ${paths}`,
  leftAsChanged: (paths: string) => `Changed by somebody since it was promoted: ${paths}. It stays as it is.`,
  listenerRefused: 'The listener may be stopped on some nodes: see Listeners.',
  leftAsUsed: (name: string) => `${name} uses it by now. It stays as it is.`,
  notDeleted: 'Nothing is deleted once something before it was not done as planned.',
  leftAsFilled: 'Its database has entries by now, which would be deleted with it. It stays as it is.',
  notInPlace: 'The sources are not in the order of the other side. It was not enabled.',
  sourceNow: (isOn: boolean, at: number, all: number) =>
    isOn
      ? `Read back: enabled, number ${formatNumber(at)} of ${formatNumber(all)} in the chain.`
      : `Read back: disabled, number ${formatNumber(at)} of ${formatNumber(all)} in the chain. It decides nothing until it is enabled.`,
  sourceGone: 'Read back: not in the chain.',
  sourceUnread: 'Its state could not be read back.',
  changedSince: (paths: string) => `Changed here since it was compared: ${paths}. Compare again.`,
  putBack: 'What was deleted for it is there again as it was.',
  leftPutBack: 'It was deleted, and is there again as it was: what was to come back was refused.',
  notPutBack: (reason: string) =>
    `What was deleted for it could not be put back: ${reason}. It is gone: create it by hand.`,
  secretLost: (reason: string) =>
    `Its secret could not be written to its file: ${reason}. The key was deleted again.`,
  keyLeft: (reason: string, because: string) =>
    `Nobody has the secret of this key: delete it by hand. It could not be written to its file (${reason}), and the key could not be deleted: ${because}`,
  secretUnread: 'If the key is there now, nobody has its secret: delete it by hand, or with undo.',
  maybePutBack:
    "Can't determine whether what was deleted for it is there again. Look at it, and compare again.",
  existsStill:
    'The broker still answers that it exists: it may be the deleted one, on a node that lags behind.',
  stillThere: 'It is still there after reading back.',
  leftAsMade: 'Somebody made another one of that name since it was deleted. It stays as it is.',
  leftUnchecked: (name: string) =>
    `${name} did not come back enabled, and clients of this listener would not be checked by it. It stays deleted.`,
  leftClosed: (name: string) =>
    `${name} did not come back enabled, and clients would not be checked by it. It stays disabled.`,
  leftUnconnected: (name: string) => `Its connector ${name} is not there. It stays as it is.`,
  accessLeft: (reason: string) => `The listener was changed, and its authenticator is still there: ${reason}`,
  leftMoved: (reason: string) =>
    `Some hook servers were moved, and could not be moved back: ${reason} They are at other places now.`,
  leftForListener: (id: string) =>
    `The listener ${id} stays, and its clients would no longer be checked. It stays as it is.`,
}

export const entryNames = {
  done: 'Done',
  differs: 'Done, but differs',
  refused: 'Refused',
  unknown: vocabulary.unknown,
  left: 'Left as it is',
  'not-sent': 'Skipped',
}

export const promotionFacts = {
  comma: ', ',
  order: 'Takes the order of the other side. What only this cluster has comes behind.',
  newAuthenticator: 'From now on it checks clients that connect.',
  disabledSource: 'Created disabled: it decides nothing until it is enabled.',
  newSource: 'Applies to new requests. Existing subscriptions are not rechecked.',
  source: 'Applies to new requests once cached decisions expire. Existing subscriptions are not rechecked.',
  connectionsUnknown: 'How many clients are connected to it is unknown. A new address disconnects them.',
  later: (fields: string) => `Applies to new connections and sessions: ${fields}.`,
  apiListeners: 'The listeners of the dashboard and the API restart: whoever uses them is disconnected.',
  autoSubscribe:
    'Counts for clients that connect from now on. Those that are connected keep their subscriptions.',
  rewrite:
    'Counts for messages and subscriptions from now on. Subscriptions that exist keep their topic, and a client that unsubscribes by the old name no longer finds them.',
  delayedOff:
    'Messages that wait are lost. Clients that publish to $delayed/… get no error: their messages go out at once, with the prefix in the topic.',
  delayedLimit: 'New messages over the limit are lost without an error; what waits already stays.',
  ban: 'Whoever it matches is refused from now on. Connections that exist stay.',
  banClient: 'Ends the session of this client, which is refused from now on.',
  banReplaced:
    'The API cannot change a ban: it is deleted, and created again by the next request. In between it refuses nobody.',
  newKey: 'The broker gives it a key and a secret of its own, other than those of the other side.',
  keyAdministrator: 'It is an administrator: whoever has it may change everything.',
  keyEnded: 'Whoever uses it is refused from now on.',
  screening: 'Applies to messages from now on, also of clients that are connected.',
  newHook:
    'The broker connects to it and calls it for the hooks that it registers: from then on it may refuse clients and actions, and change messages.',
  hook: 'The broker connects to it again. It is not called until the new connection is open.',
  hookOff: 'The broker does not call it while it is disabled.',
  gateway: 'The gateway starts again with these settings on every node: its clients are disconnected.',
  gatewayListener:
    'The listener starts again with these settings on every node: its clients are disconnected.',
  gatewayAccess:
    'The clients of the gateway are disconnected, and checked by this authenticator from now on.',
  accessRemoval: (request: string) =>
    `A second request takes its own authenticator away (${request}): from then on that of the gateway checks its clients, or nobody.`,
  gatewayDatabase:
    'Its built-in database ends. It is not sent where that has users: they would be deleted, and undo could not bring them back.',
  gatewayUsers: 'Users in built-in databases of gateways are neither compared nor copied.',
  hookOrder:
    'Takes the order of the other side. What only this cluster has comes behind. Hook servers are moved one by one, by as few moves as possible.',
  schema: 'Rules, validations and transformations that use it follow it from now on.',
  durableEnable: 'The broker does not change “enable” while it runs: it refuses this.',
  screeningEnd: 'A new validation or transformation becomes the last.',
  hooksEnd: 'A new hook server is called last.',
  chainEnd: 'A new authenticator becomes the last of the chain.',
  noUsers: 'Users of the built-in database are neither compared nor copied.',
  chainHead: 'A new source of authorization is checked first.',
  chooseOrder: (name: string) => ` Choose “${name}” too to take the order of the other side.`,
  noRules: 'Rules of the built-in database are a kind of their own: choose them too to bring them along.',
  listenersMerge:
    'The broker keeps fields of a listener that are not sent. Certificates and keys are files of the nodes: they are not copied.',
  wholeRoot: 'Each root of the settings is sent as a whole, also fields that are equal.',
  published:
    'Retained messages are published: subscribers and rules receive them now. The API carries topic, payload and QoS. Publisher, time, expiry and MQTT 5 properties are not copied.',
}

/** The reasons why an object is not in a plan. */
export const leftOut = {
  withheld: 'The payload is not given: it is larger than 1 MiB, or hidden by a server.',
  closed: 'Whoever started this console closed publishing, or payloads.',
  'no-root': 'This broker has no such settings.',
  unaddressable: 'No path of the API can carry this name.',
  filled: 'Its database has users, which the change would delete and which undo could not bring back.',
  'no-source': 'The broker keeps no such rules without the source built_in_database, which neither side has.',
  'no-secret':
    'The broker shows the secret of a new key once. Create the key under API keys, or let brokerdeck apply write it to --key-out FOLDER.',
  'no-roles': 'This broker has no roles: the key would be an administrator.',
  'used-key': 'The configuration of the server names it as health-key-file, which would be refused.',
  'no-text': 'A file names the ACL file and does not hold its rules.',
}

/** The texts about a plan that are shown before it is sent. */
export const promotionPlan = {
  tooManySteps: (count: number, most: number) =>
    `This plan has ${formatNumber(count)} requests. At most ${formatNumber(most)} are sent at once: choose fewer things, or save the plan as a script.`,
  create: vocabulary.create,
  change: 'Change',
  enable: vocabulary.enable,
  delete: vocabulary.delete,
  neededBy: (name: string) => `Added: ${name} needs it`,
  missing: (name: string, needed: string) => `${name} needs ${needed}, which neither side has.`,
  differing: (name: string, needed: string) =>
    `${name} needs ${needed}, which is different here. It stays as it is: choose it too to promote it.`,
  leftOut: (names: string, reason: string) => `Not in the plan: ${names}. ${reason}`,
  filesNamed: (paths: string) =>
    `Files are not copied. They must exist on the nodes of this cluster, or the broker refuses: ${paths}.`,
  filesNote: 'Files that settings name, such as certificates, are not copied.',
  kept: (paths: string) => `Stays as stored here: ${paths}`,
  removed: (paths: string) =>
    `The other side has no ${paths}: the secret stored here is removed, and undo cannot bring it back.`,
  confirmSettings: 'The settings take effect at once, on every node.',
  confirmBody: 'Connectors and actions that change start again. Rules take effect at once.',
  undoListeners:
    'Clients of the listeners that were created lose their connection, and so do those of listeners that move back.',
  undoRetained:
    'Clients that received a retained message keep it. One that was replaced comes back without its publisher, time, expiry and properties.',
  undoSecrets: 'Secrets that were replaced or removed cannot be put back: the ones before are not known.',
}

/** The texts about the deletion of objects that exist only here. */
export const pruning = {
  used: (name: string) => `${name} stays and uses it.`,
  holds: (name: string) => `${name} belongs to it and stays.`,
  filled: 'Its database has entries, which would be deleted with it and which undo could not bring back.',
  fromStart: 'A backup leaves out the listeners that nobody changed, so it may be one of these.',
  noListener: 'No listener is left that is enabled: no client can connect.',
  noAuthenticator: 'No authenticator is left that is enabled: clients connect without being checked.',
  noSource: 'No source of authorization is left that is enabled: “no_match” alone decides.',
  connectionsUnknown: 'How many clients are connected to it is unknown. They are disconnected.',
  ban: 'Whoever it refused may connect again at once, unless another ban matches.',
  gateway: 'It is disabled, because the API unloads no gateway: its clients are disconnected.',
  gatewayListener: 'The listener closes on every node: its clients are disconnected.',
  gatewayAccess: 'The clients of the gateway are disconnected, and it no longer checks them.',
  hook: 'The broker no longer calls it. Checks that it makes on clients and messages stop.',
  authenticator: 'It no longer checks clients that connect.',
  lost: (paths: string) => `Undo cannot bring it back: its secret is not known (${paths}).`,
  deletions: 'What is deleted is gone at once, on every node.',
}
