/**
 * Declares an option once; flags, `BROKERDECK_*`, keys of the configuration file and `--help` are derived from the
 * declaration.
 */
export interface OptionDeclaration {
  readonly group:
    | 'Console'
    | 'Cluster'
    | 'Health in the background'
    | 'Embedded broker'
    | 'Check'
    | 'Health'
    | 'Export, diff and apply'
    | 'Apply and undo'
    | 'Drop-in'
    | 'All'
  /** The placeholder for the value in the help; undefined for a switch. */
  readonly value?: string
  /** True if the option can be given several times, or with commas. */
  readonly isList?: true
  readonly isSecret?: true
  /** True if the option exists only as a flag, because it says what to do and not how. */
  readonly isFlagOnly?: true
  readonly help: string
}

export const declaredOptions = {
  config: { group: 'All', value: 'FILE', help: 'YAML file with these options by name, without the dashes' },
  host: { group: 'Console', value: 'ADDRESS', help: 'where to listen (127.0.0.1)' },
  port: { group: 'Console', value: 'N', help: '(18383; 0 takes a free one)' },
  'base-path': {
    group: 'Console',
    value: '/a/b/',
    help: 'path under which a reverse proxy shows the console (/)',
  },
  'tls-cert': {
    group: 'Console',
    value: 'FILE',
    help: 'certificate chain, PEM: listen with TLS; read again when it changes',
  },
  'tls-key': { group: 'Console', value: 'FILE', help: 'its private key, PEM' },
  'read-only': { group: 'Console', help: 'refuse every write except signing in and out' },
  restrict: {
    group: 'Console',
    value: 'WHAT,…',
    isList: true,
    help: 'what is closed to everybody: payloads (hidden), publish and export (off)',
  },
  'idle-sign-out': {
    group: 'Console',
    value: 'MINUTES',
    help: 'sign out who has not used the console for so long, 1 to 1440 (never)',
  },
  'allowed-host': {
    group: 'Console',
    value: 'NAME,…',
    isList: true,
    help: 'names by which others ask for it, beside those of this machine',
  },
  'trust-proxy': {
    group: 'Console',
    value: '[NET,…]',
    isList: true,
    help: 'reverse proxies whose X-Forwarded-For is believed (those of this machine)',
  },
  'access-log': { group: 'Console', value: 'FORMAT', help: 'a line for each request: text or json (none)' },
  'audit-log': {
    group: 'Console',
    value: 'FILE',
    help: 'a line for each write, on disk before it is answered: a file, or - for the standard output (none)',
  },
  'audit-log-max-size': {
    group: 'Console',
    value: 'MB',
    help: 'a file that would get larger is put aside as FILE.1 (100)',
  },
  'audit-log-keep': { group: 'Console', value: 'N', help: 'how many of those are kept (10)' },
  'audit-log-best-effort': {
    group: 'Console',
    help: 'let writes through while the audit log cannot be written, instead of refusing them',
  },
  'metrics-port': {
    group: 'Console',
    value: 'N',
    help: 'port of /healthz, /readyz and /metrics (none; 0 takes a free one)',
  },
  'metrics-host': { group: 'Console', value: 'ADDRESS', help: 'where these listen (as --host)' },
  role: {
    group: 'Console',
    value: 'NAME',
    help: 'what the cluster is for: production, staging or development; shown in the bar and the title',
  },
  broker: {
    group: 'Cluster',
    value: 'URL,…',
    isList: true,
    help: "addresses of the cluster's REST API: the next one is asked when one does not answer",
  },
  'broker-ws': {
    group: 'Cluster',
    value: 'URL,…',
    isList: true,
    help: 'their MQTT over WebSocket, in the same order (ws://HOST:8083/mqtt)',
  },
  'broker-ca': { group: 'Cluster', value: 'FILE', help: 'certificates, PEM, that sign those of the cluster' },
  'insecure-upstream-tls': { group: 'Cluster', help: 'accept any certificate of the cluster' },
  'health-interval': {
    group: 'Health in the background',
    value: 'SECONDS',
    help: 'evaluate the checks of the Health page each so many seconds, 30 to 86400 (never)',
  },
  'health-key-file': {
    group: 'Health in the background',
    value: 'FILE',
    help: 'an API key of the cluster to do it with, as KEY:SECRET, or the key and the secret on two lines',
  },
  'notify-url': {
    group: 'Health in the background',
    value: 'URL',
    isSecret: true,
    help: 'is called by POST when a check gets worse or better (none)',
  },
  'notify-url-file': { group: 'Health in the background', value: 'FILE', help: 'file that holds it' },
  'notify-format': {
    group: 'Health in the background',
    value: 'FORMAT',
    help: 'what is sent: json, slack or alertmanager (json)',
  },
  'notify-console': {
    group: 'Health in the background',
    value: 'URL',
    help: 'where people reach this console: what is sent links to its pages',
  },
  'data-dir': { group: 'Embedded broker', value: 'DIR', help: 'where its state is kept (.brokerdeck)' },
  nodes: { group: 'Embedded broker', value: 'N', help: 'size of its cluster (3)' },
  'mqtt-port': {
    group: 'Embedded broker',
    value: 'N',
    help: 'MQTT port of the first node, the others follow (11883)',
  },
  'ws-port': { group: 'Embedded broker', value: 'N', help: 'MQTT over WebSocket, likewise (18084)' },
  'admin-password': {
    group: 'Embedded broker',
    value: 'TEXT',
    isSecret: true,
    help: 'password of the user admin',
  },
  'admin-password-file': { group: 'Embedded broker', value: 'FILE', help: 'file that holds it' },
  edition: {
    group: 'Embedded broker',
    value: 'NAME',
    help: 'community or enterprise: which of them to answer like (community)',
  },
  'no-sample-fleet': { group: 'Embedded broker', help: 'start without the sample devices' },
  user: {
    group: 'Check',
    value: 'NAME',
    isFlagOnly: true,
    help: 'the password comes from BROKERDECK_PASSWORD, the terminal or standard input',
  },
  'key-file': {
    group: 'Check',
    value: 'FILE',
    isFlagOnly: true,
    help: 'an API key instead, as KEY:SECRET, or the key and the secret on two lines',
  },
  json: {
    group: 'Check',
    isFlagOnly: true,
    help: 'health: print one JSON document; diff: the same as --format json',
  },
  check: {
    group: 'Health',
    value: 'ID,…',
    isList: true,
    isFlagOnly: true,
    help: 'only these checks, by name (all)',
  },
  for: {
    group: 'Health',
    value: 'SECONDS',
    isFlagOnly: true,
    help: 'time between two looks at what only grows, such as dropped messages, 0 to 600 (5; 0 looks once)',
  },
  'fail-on': {
    group: 'Health',
    value: 'STATE',
    isFlagOnly: true,
    help: 'exit with 1 from this state on: unknown, warning or critical (critical)',
  },
  console: {
    group: 'Health',
    value: 'URL',
    isFlagOnly: true,
    help: 'where Brokerdeck shows this cluster: what is found is linked to its pages',
  },
  kinds: {
    group: 'Export, diff and apply',
    value: 'KIND,…',
    isList: true,
    isFlagOnly: true,
    help: 'what to read (all but the last four, unless named): rules, connectors, actions, sources, schemas, registries, validations, transformations, hooks, gateways, authenticators, authorization, listeners, settings, retained, bans, builtin-rules, api-keys',
  },
  out: {
    group: 'Export, diff and apply',
    value: 'DIR|FILE',
    isFlagOnly: true,
    help: 'a file for each kind in a folder, or one file .yaml (the standard output)',
  },
  'without-defaults': {
    group: 'Export, diff and apply',
    isFlagOnly: true,
    help: 'export leaves out what is at the default that the cluster describes',
  },
  'from-broker': {
    group: 'Export, diff and apply',
    value: 'URL',
    isFlagOnly: true,
    help: 'another cluster instead of FROM',
  },
  'from-user': {
    group: 'Export, diff and apply',
    value: 'NAME',
    isFlagOnly: true,
    help: 'who signs in there; the password comes from BROKERDECK_FROM_PASSWORD or the terminal',
  },
  'from-key-file': {
    group: 'Export, diff and apply',
    value: 'FILE',
    isFlagOnly: true,
    help: 'or an API key of that cluster',
  },
  format: {
    group: 'Export, diff and apply',
    value: 'FORMAT',
    isFlagOnly: true,
    help: 'how diff prints: text, json or markdown (text)',
  },
  prune: {
    group: 'Apply and undo',
    isFlagOnly: true,
    help: 'apply deletes what only the cluster has, of the kinds that FROM speaks of',
  },
  'dry-run': { group: 'Apply and undo', isFlagOnly: true, help: 'print the plan and send nothing' },
  yes: { group: 'Apply and undo', isFlagOnly: true, help: 'send it without asking on the terminal' },
  confirm: {
    group: 'Apply and undo',
    value: 'NAME',
    isFlagOnly: true,
    help: 'what the cluster calls itself: another one is left alone; needed with --yes where its role is production',
  },
  log: {
    group: 'Apply and undo',
    value: 'FILE',
    isFlagOnly: true,
    help: 'where apply writes what it did, for undo (brokerdeck-HOST-TIME.jsonl)',
  },
  'key-out': {
    group: 'Apply and undo',
    value: 'DIR',
    isFlagOnly: true,
    help: 'where apply writes the secret of each API key that it creates, as DIR/NAME.key for --key-file',
  },
  restore: { group: 'Drop-in', isFlagOnly: true, help: "bring EMQX's own dashboard back" },
  version: { group: 'All', isFlagOnly: true, help: '' },
  help: { group: 'All', isFlagOnly: true, help: '' },
} as const satisfies Record<string, OptionDeclaration>

export type OptionName = keyof typeof declaredOptions

export const declarations: ReadonlyMap<string, OptionDeclaration> = new Map(Object.entries(declaredOptions))

export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(declaredOptions, name)
}

export const optionNames: readonly OptionName[] = Object.keys(declaredOptions).filter(isOptionName)

/** Returns the name of an option's environment variable, for example of `--base-path`. */
export function toVariableName(name: OptionName): string {
  return `BROKERDECK_${name.replaceAll('-', '_').toUpperCase()}`
}

/** Returns the lines of `--help` for one group. */
export function describeGroup(group: OptionDeclaration['group']): string {
  const width = 26
  return [...declarations]
    .filter(([, option]) => option.group === group)
    .map(([name, { value, help }]) => {
      const flag = `--${name}${value === undefined ? '' : ` ${value}`}`
      return `  ${flag.padEnd(width - 1)} ${help}`.trimEnd()
    })
    .join('\n')
}

/** A value with its origin: `--port`, `BROKERDECK_PORT` or `/etc/brokerdeck.yaml:3 port`. */
export interface GivenOption {
  readonly value: string
  readonly origin: string
  /** The whole list that the value is part of, because a comma may be part of a password. */
  readonly partOf?: string
}
