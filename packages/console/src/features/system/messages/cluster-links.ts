import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const clusterLinks = {
  title: 'Cluster Linking',
  label: 'Cluster links',
  create: 'Create cluster link',
  member: 'Linked cluster',
  summary: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'cluster link', other: 'cluster links' })}`,
  counted: (count: number, shown: string) =>
    `${shown} ${plural(count, { one: 'cluster link', other: 'cluster links' })}`,
  emptyTitle: 'No cluster links yet',
  emptyText:
    'A link fetches messages from another EMQX cluster for the subscribers of this one. The other cluster needs a link to this one, too.',
  server: vocabulary.server,
  topics: 'Fetched topics',
  noTopics: vocabulary.none,
  stateDefinition:
    'Whether each node reaches the other cluster. Connected does not mean that the other cluster has a link to this one.',
  checkWhenDown: (server: string) =>
    `Check on every node whether ${server} can be reached. Then check that its listener accepts MQTT 5, that certificates are trusted, and that the other cluster lets this client ID, username and password in.`,
  rateDefinition: 'Messages forwarded to the other cluster per second.',
  routes: 'Remote routes',
  routesDefinition: 'Topic filters that the other cluster wants from this one.',
  matched: 'Matched',
  matchedDefinition: 'Messages that the other cluster wants.',
  success: 'Forwarded',
  successDefinition: 'Messages that the other cluster acknowledged.',
  failed: vocabulary.failed,
  failedDefinition: 'Messages that the other cluster did not accept.',
  dropped: vocabulary.dropped,
  droppedDefinition: 'Messages given up: their time ran out, or the buffer was full.',
  retried: 'Retried',
  retriedDefinition: 'Messages sent more than once.',
  inflight: vocabulary.inflight,
  inflightDefinition: 'Messages sent and not acknowledged yet.',
  queuing: 'Queued',
  queuingDefinition: 'Messages waiting in the buffer.',
  enabling: 'The nodes connect to the other cluster and fetch messages from it.',
  disabling:
    'The nodes disconnect from the other cluster. Its messages no longer reach the subscribers here, and messages of this cluster no longer reach the other one over this link.',
  removeBody:
    'The nodes disconnect from the other cluster, and no messages are exchanged over this link. The link of the other cluster to this one stays there.',
  settings: vocabulary.settings,
  tabs: 'Parts of the cluster link',
  absentTitle: 'There is no such cluster link',
  absentText: 'The link may have been deleted.',
}

export const clusterLinkForm = {
  created: 'Cluster link created',
  saved: 'Cluster link saved',
  general: 'Other cluster',
  name: 'Cluster name',
  nameHelp:
    "The name that the other cluster calls itself (cluster.name). The link works only if it is exactly this. Can't be changed later.",
  nameRule: 'Starts with a letter or digit; then letters, digits, - and _.',
  nameTaken: 'There is a link to this cluster already',
  ownName: 'This is the name of this cluster. The broker accepts the link, but it leads nowhere.',
  enable: vocabulary.enabled,
  enableNote: 'Connect as soon as the link is created',
  server: vocabulary.server,
  serverHelp: 'MQTT address of a listener of the other cluster: host:port.',
  noServer: 'Enter the address of the other cluster',
  clientid: 'Prefix of client IDs',
  clientidHelp: 'The nodes connect under this prefix. Empty: the broker makes one.',
  username: vocabulary.username,
  password: vocabulary.password,
  topics: 'Fetched topics',
  topic: vocabulary.topicFilter,
  topicsHelp:
    'Messages that are published there with these topics reach the subscribers here. What this cluster sends is up to the topics in the link of the other cluster. Empty: nothing is fetched.',
  redundant: (filter: string) => `Covered by another filter of the list: ${filter}`,
  linkTopic: 'Topics that start with $LINK/ belong to the links themselves',
  noTopics: 'Nothing is fetched from the other cluster without a topic filter.',
  connection: vocabulary.connection,
  poolSize: 'Connections of each node',
  retryInterval: 'Resend after',
  retryHelp: 'Time without acknowledgement until a message is sent again.',
  maxInflight: 'Inflight messages per connection',
  startTimeout: 'Time to connect',
  healthInterval: 'Time between health checks',
  buffering: 'Buffering',
  workers: vocabulary.bufferWorkers,
  requestTtl: 'Message time to live',
  requestTtlHelp: 'A message that was not forwarded within this time is dropped.',
  forever: vocabulary.never,
  bufferSize: 'Buffer size per worker',
  window: 'Inflight window',
  impactNew:
    'Every node connects to the other cluster. Messages flow once the other cluster has a link to this one.',
  impact:
    'Every node disconnects from the other cluster and connects again. Messages that are published there meanwhile may not arrive here.',
}
