import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { onTestFinished } from 'vitest'
import { AuditFile, type AuditFiles } from '#audit/audit-file.ts'
import { AuditLog, type AuditLogOptions } from '#audit/audit-log.ts'
import { proxyPlugin } from '#proxy/proxy-plugin.ts'
import { openUpstream } from '#proxy/upstream.ts'
import { UpstreamPool } from '#proxy/upstream-pool.ts'
import { listen, makeApp } from './serve-app.ts'
import { startUpstream } from './upstream-fixture.ts'

const lineSchema = v.looseObject({ event: v.string() })
export type AuditLine = v.InferOutput<typeof lineSchema>

/** Reads the lines of an audit log; throws an exception if a line is incomplete. */
export async function readAudit(path: string): Promise<readonly AuditLine[]> {
  const text = await readFile(path, 'utf8')
  if (!text.endsWith('\n') && text !== '') throw new Error(`the last line is torn: ${text.slice(-100)}`)
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => v.parse(v.pipe(v.string(), v.parseJson(), lineSchema), line))
}

/** Returns a path in a folder that is removed after the test. */
export async function makeAuditPath(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-audit-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return join(dir, 'audit.log')
}

interface AuditedAppOptions extends Partial<Omit<AuditLogOptions, 'sink'>> {
  readonly files?: AuditFiles
  readonly basePath?: string
  readonly readOnly?: boolean
  readonly trustedProxies?: readonly string[]
}

/** Starts a server with an audit log in front of a cluster with the given responses. */
export async function serveAudited(
  answer: Parameters<typeof startUpstream>[0],
  { files, basePath = '/', readOnly = false, trustedProxies = [], ...wishes }: AuditedAppOptions = {},
) {
  const path = await makeAuditPath()
  const said: string[] = []
  const options = { path, maxBytes: 1_000_000, keep: 2 }
  const sink = await AuditFile.open(options, files)
  const log = new AuditLog({ sink, isBestEffort: false, report: (line) => said.push(line), ...wishes })
  onTestFinished(() => log.close())
  const upstream = openUpstream(await startUpstream(answer), { insecureTls: false })
  const app = await makeApp({
    basePath,
    readOnly,
    trustedProxies,
    brokerName: 'plant',
    audit: log,
    api: async (scope) => {
      await scope.register(proxyPlugin, { pool: new UpstreamPool([upstream]), basePath })
    },
  })
  return { address: await listen(app), path, log, said, lines: () => readAudit(path) }
}
