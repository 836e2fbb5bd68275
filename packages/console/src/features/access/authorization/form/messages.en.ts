export const en = {
  fileAbout: 'Rules in a text, kept by the broker; the same on all nodes.',
  builtInAbout:
    'Rules for client IDs, usernames and everybody, kept by the broker itself and edited one by one.',
  sqlAbout: 'A query gives the rules of the client from a table.',
  redisAbout: 'A command reads the rules of the client from a hash.',
  mongodbAbout: 'A filter finds the documents with the rules of the client.',
  ldapAbout: "Attributes of the client's entry list the topics it may use.",
  httpAbout: 'A service of yours is asked each time and answers allow, deny or ignore.',
  file: 'Access control list',
  rules: 'Rules',
  rulesHelp: (placeholders: string) =>
    `In topics the broker fills in what belongs to the client: ${placeholders}. A client without it is not matched; one that calls itself + or # gets a wildcard, so check names where clients choose them. {eq, "a/#"} means that very filter, with nothing filled in.`,
  limits: 'Limits',
  maxRules: 'Rules per client ID or username',
  maxRulesHelp:
    'More are refused when they are saved; those that are there stay. The rules for everybody count likewise.',
  question: 'What is asked',
  query: 'Query',
  queryHelp: (placeholders: string) =>
    `Gives a row for each rule, in order: permission, action, topic, and if there are any qos and retain. Filled in: ${placeholders}.`,
  command: 'Command',
  commandHelp: (placeholders: string) =>
    `HGETALL or HMGET of a hash with topics as fields and publish, subscribe, all or a rule in JSON as values. Filled in: ${placeholders}.`,
  commandRule: 'HGETALL or HMGET, and a key.',
  collection: 'Collection',
  filter: 'Filter',
  filterHelp: (placeholders: string) =>
    `JSON; each document that matches is a rule with permission, action, topics. Filled in: ${placeholders}.`,
  limit: 'At most',
  limitHelp: 'Documents that are read of one client; 1,000 unless given. Known to EMQX since 5.8.5.',
  skip: 'Skip',
  skipHelp: 'Documents that are left out first. Known to EMQX since 5.8.5.',
  baseDnHelp: (placeholders: string) =>
    `Where the entry of a client is looked for. Filled in: ${placeholders}.`,
  attributes: 'Attributes',
  attributesNote: 'Each value of them is a topic filter that is allowed',
  publishAttribute: 'May be published to',
  subscribeAttribute: 'May be subscribed to',
  allAttribute: 'May be used for both',
  urlHelp: (placeholders: string) =>
    `Answers 200 with {"result": "allow"}, "deny" or "ignore", or 204 for allow. Filled in, here and below: ${placeholders}.`,
}
