import * as v from 'valibot'
import { type HealthOptions, runHealth } from '#health/run-health.ts'

const reportSchema = v.object({
  cluster: v.string(),
  broker: v.string(),
  time: v.pipe(v.string(), v.isoTimestamp()),
  worst: v.picklist(['ok', 'warning', 'critical', 'unknown']),
  checks: v.array(
    v.strictObject({
      id: v.string(),
      state: v.picklist(['ok', 'warning', 'critical', 'unknown']),
      subject: v.string(),
      verdict: v.string(),
      evidence: v.array(v.string()),
      consequence: v.nullable(v.string()),
      fix: v.nullable(
        v.strictObject({
          label: v.string(),
          menu: v.string(),
          path: v.string(),
          url: v.nullable(v.string()),
        }),
      ),
    }),
  ),
})

/** Runs the command against a broker and returns its output and exit code. */
export async function examine(broker: string, options: Partial<HealthOptions> = {}) {
  let [out, err] = ['', '']
  const code = await runHealth({
    brokers: [broker],
    access: { username: 'admin', password: 'public' },
    insecureTls: false,
    waitForSecondLook: undefined,
    failOn: 'critical',
    isJson: false,
    hasColours: false,
    print: async (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    ...options,
  })
  return { code, out, err }
}

/** Runs the command and returns its report as a document, parsed by the documented schema. */
export async function examineToReport(broker: string, options: Partial<HealthOptions> = {}) {
  const { code, out } = await examine(broker, { ...options, isJson: true })
  return { code, ...v.parse(v.pipe(v.string(), v.parseJson(), reportSchema), out) }
}
