import type { RunningServer } from './start-server.ts'

function line(label: string, text: string): string {
  const indented = text.split('\n').join(`\n${' '.repeat(12)}`)
  return `  ${label.padEnd(10)}${indented}`
}

/** What the operator reads once everything listens. */
export function greeting(version: string, server: RunningServer, isEmbedded: boolean): string {
  return [
    '',
    `Brokerdeck ${version}`,
    '',
    line('Console', server.url),
    ...server.facts.map(([label, text]) => line(label, text)),
    '',
    ...(isEmbedded
      ? [
          '  To administer a cluster: brokerdeck --broker http://HOST:18083',
          '  (npm start -- --broker http://HOST:18083)',
        ]
      : []),
    '  Ctrl+C stops it.',
    '',
  ].join('\n')
}
