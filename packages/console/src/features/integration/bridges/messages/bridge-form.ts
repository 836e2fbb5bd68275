import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const bridgeForm = {
  mask: 'Enter the secret itself: the six asterisks would be stored as the secret.',
  notCopied:
    'The original has a secret here that the broker never shows. Enter it again if the target needs it.',
  urlBegun: 'Please enter the address: the host comes behind http://',
  notJson: 'No message makes this JSON: check quotes, commas and brackets.',
  notLineProtocol: 'This is not line protocol: measurement,tag=value field=value timestamp.',
  unknownInName: (names: string) =>
    `The broker refuses ${names} here: it fills in the action, the node, the time and the sequence only.`,
  addedToName: (missing: string) =>
    `To keep uploads apart, the broker puts what is missing at the end: ${missing}`,
  notProvided: (rule: string, names: string) => `${rule} doesn't provide ${names}`,
  moreRules: (count: number, shown: string) =>
    `${shown} more ${plural(count, { one: 'rule', other: 'rules' })}`,
  between: '; ',
}

export const connectorValues = {
  port: 'Ports are from 1 to 65535',
  notServer: 'Please enter host or host:port; the broker takes no IPv6 address here',
  hostSpace: 'A host has no spaces; put commas between several',
  noScheme: 'Please enter the host alone, without anything like mqtt:// before it',
  otherScheme: (schemes: string) => `Please enter the host alone, or after ${schemes}`,
  oneHost: 'Please enter one address only',
  databaseName: 'Enter the SID or the service name: the broker needs one of them',
  notJson: vocabulary.pleaseEnterJson,
  missingKeys: (names: string) => `This is not the key file of a service account: ${names} missing`,
  notServiceAccount: 'This is not the key file of a service account: its type must be service_account',
  notBase64: 'An account key is Base64 text: letters, digits, +, / and = at the end',
  snowflakeAccount: 'Organization and account, joined by a hyphen: ORGID-ACCOUNTNAME',
  needsScheme: "The broker can't connect unless this begins with http:// or https://",
  hostAlone: "The broker can't connect with http:// or https:// here; TLS is a switch of its own",
  firstOnly: "The broker takes one address here and can't connect with several",
}

export const sampleMessage = {
  title: 'Sample message',
  rule: vocabulary.rule,
  ruleHelp: 'The message goes through its statement first.',
  cancel: vocabulary.cancel,
  use: 'Use this message',
}
