export const en = {
  onlyBroker:
    'It asks another system, which only the broker can do. A trace of an attempt shows what it says.',
  fileUnreadable: 'This page cannot read the rules of the file.',
  lacksAddress: 'It speaks of addresses, and the address of the client is not known.',
  lacksAttributes: 'It speaks of client attributes, which are only known of a session.',
  lacksCertificate: 'It speaks of the common name in the certificate, which the broker does not show.',
  lacksPattern: 'It has a pattern that the broker may read differently than this page can.',
  ownRules: 'Rules of the credentials',
  superuser: 'Superuser',
  defaultTitle: 'What no source decides',
  ruleInFile: (number: number, line: number) => `Rule ${number}, line ${line} of the file:`,
  ruleInTable: (table: string, number: number) => `Rule ${number} ${table}:`,
  tableClients: 'of the client ID',
  tableUsers: 'of the username',
  tableAll: 'for all',
  rewritten:
    'Topics are rewritten here: a filter is looked at as the broker keeps it, while the broker decides about the one that was asked for.',
}
