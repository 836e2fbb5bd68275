import type { Restriction } from '@brokerdeck/contract/console-server.ts'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { onTestFinished } from 'vitest'
import type { AuditLog } from '#audit/audit-log.ts'
import { type AppOptions, type BodyPace, createApp } from '#site/app.ts'
import type { TlsPair } from '#site/own-tls.ts'
import { makeConsoleDir } from './console-fixture.ts'

interface ServedAppOptions {
  readonly basePath?: string
  readonly readOnly?: boolean
  readonly closed?: readonly Restriction[]
  readonly brokerName?: string
  readonly api?: FastifyPluginAsync
  readonly mqttTarget?: AppOptions['mqttTarget']
  readonly allowedNames?: readonly string[]
  readonly trustedProxies?: readonly string[]
  readonly bodyPace?: BodyPace
  readonly tls?: TlsPair
  readonly audit?: AuditLog
}

export async function makeApp(wishes: ServedAppOptions = {}): Promise<FastifyInstance> {
  const { allowedNames, trustedProxies, bodyPace } = wishes
  const app = await createApp({
    consoleDir: await makeConsoleDir(),
    version: '1.2.3',
    basePath: wishes.basePath ?? '/',
    facts: {
      routing: 'browser',
      mode: 'cluster',
      readOnly: wishes.readOnly ?? false,
      closed: wishes.closed ?? [],
      brokerName: wishes.brokerName ?? 'broker',
    },
    api: wishes.api ?? (async () => undefined),
    mqttTarget: wishes.mqttTarget ?? (() => undefined),
    ...(allowedNames === undefined ? {} : { allowedNames }),
    ...(trustedProxies === undefined ? {} : { trustedProxies }),
    ...(bodyPace === undefined ? {} : { bodyPace }),
    tls: wishes.tls,
    audit: wishes.audit,
    report: (line) => process.stderr.write(`${line}\n`),
  })
  onTestFinished(() => app.close())
  return app
}

/** Resolves with the address of the application, without a slash at its end. */
export function listen(app: FastifyInstance): Promise<string> {
  return app.listen({ host: '127.0.0.1', port: 0 })
}
