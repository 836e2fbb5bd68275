import { accessSourceSchema } from '@brokerdeck/contract/access/authorization.ts'
import { gatewayKinds } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { dashboardConfigSchema } from '@brokerdeck/contract/settings/broker-config.ts'
import { logConfigSchema } from '@brokerdeck/contract/settings/log-config.ts'
import { sysmonConfigSchema } from '@brokerdeck/contract/settings/sysmon-config.ts'
import {
  type Exchange,
  recordedExchanges,
  recordedTest,
} from '@brokerdeck/contract/testing/shared-material.ts'
import * as v from 'valibot'
import { describe, expect } from 'vitest'
import { authnKinds } from '#domain/access/authentication/authn-kinds.ts'
import { listListenerEditSections } from '#domain/listener-form/listener-sections.ts'
import { settingsSections } from '#features/access/authorization/settings-panel.tsx'
import { sourceKinds } from '#features/access/authorization/source-kinds.ts'
import { flappingSections } from '#features/access/flapping-detect/flapping-detect-page.tsx'
import { slowSubsSections } from '#features/diagnose/slow-subscriptions/slow-subs-settings-page.tsx'
import { toGatewaySettings } from '#features/extensions/gateways/gateway-document.ts'
import {
  listGatewayListenerEditSections as changedGatewayListenerSections,
  toGatewayListenerDocument,
} from '#features/extensions/gateways/gateway-listener-document.ts'
import { gatewaySections } from '#features/extensions/gateways/gateway-sections.ts'
import {
  alarmSections,
  osSections,
  vmSections,
} from '#features/settings/alarm-settings/alarm-settings-page.tsx'
import { limiterSections } from '#features/settings/limiter/limiter-page.tsx'
import {
  auditSections,
  consoleSections,
  fileSections,
  throttlingSections,
} from '#features/settings/log-settings/log-page.tsx'
import { prometheusSections } from '#features/settings/monitoring-integration/monitoring-page.tsx'
import { telemetrySections } from '#features/settings/monitoring-integration/open-telemetry-panel.tsx'
import { generalSections } from '#features/settings/mqtt-settings/general-sections.ts'
import {
  durableSections,
  forceShutdownSections,
  systemTopicSections,
} from '#features/settings/mqtt-settings/mqtt-settings-page.tsx'
import { retainerSections } from '#features/settings/mqtt-settings/retainer-sections.ts'
import { sessionSections } from '#features/settings/mqtt-settings/session-sections.ts'
import { keySections } from '#features/system/api-keys/key-sections.ts'
import {
  accessSections,
  httpSections,
  httpsSections,
} from '#features/system/dashboard-settings/dashboard-settings-page.tsx'
import { licenseSettingSections } from '#features/system/license/license-settings-form.ts'
import { ldapSections, oidcSections, samlSections } from '#features/system/sso/backends.ts'
import { documentToForm, formToDocument } from '#kit/form/document.ts'
import type { Section } from '#kit/form/field.ts'
import { formFaults } from '#kit/form/form-faults.ts'
import { valueAt } from '#kit/form/form-value.ts'
import { visibleSections } from '#kit/form/visibility.ts'

interface Case {
  readonly form: string
  readonly sections: readonly Section[] | ((document: Record<string, unknown>) => readonly Section[])
  /**
   * The paths whose GET and PUT responses are used, and the part of the responses that the form edits, or a list of
   * such parts.
   */
  readonly path: RegExp
  readonly root?: string
  /**
   * Returns the part of a response that the form edits, if it is not the whole response; undefined if there is
   * nothing to edit.
   */
  readonly partOf?: (answer: Record<string, unknown>) => Record<string, unknown> | undefined
}

const zone = /^\/configs\/global_zone$/
const log = /^\/configs\/log$/
const dashboard = /^\/configs\/dashboard$/
const sysmon = /^\/configs\/sysmon$/

/** The environment of the recordings had no Kerberos realm. */
const unrecorded = 'gssapi:kerberos'

/** A gateway that was never set up has no settings. */
const isSetUp = (answer: Record<string, unknown>) =>
  answer['status'] === 'unloaded' ? undefined : toGatewaySettings(answer)

const cases: readonly Case[] = [
  ...authnKinds
    .filter(({ id }) => id !== unrecorded)
    .map(({ id, sections }) => ({
      form: `authenticator ${id}`,
      sections,
      path: new RegExp(`^/authentication/${id}$`),
    })),
  {
    form: 'authorization source',
    sections: (answer) => sourceKinds[v.parse(accessSourceSchema, answer).type].sections,
    path: /^\/authorization\/sources$/,
    root: 'sources',
  },
  { form: 'authorization', sections: settingsSections, path: /^\/authorization\/settings$/ },
  { form: 'MQTT general', sections: generalSections, path: zone, root: 'mqtt' },
  { form: 'session', sections: sessionSections, path: zone, root: 'mqtt' },
  { form: 'durable sessions', sections: durableSections, path: zone, root: 'durable_sessions' },
  { form: 'force shutdown', sections: forceShutdownSections, path: zone, root: 'force_shutdown' },
  { form: 'flapping', sections: flappingSections, path: zone, root: 'flapping_detect' },
  { form: 'retainer', sections: retainerSections, path: /^\/mqtt\/retainer$/ },
  { form: 'system topics', sections: systemTopicSections, path: /^\/configs\/sys_topics$/ },
  { form: 'limiter', sections: limiterSections, path: /^\/configs\/limiter$/ },
  { form: 'log console', sections: consoleSections, path: log },
  { form: 'log file', sections: (answer) => fileSections(v.parse(logConfigSchema, answer)), path: log },
  { form: 'log throttling', sections: throttlingSections, path: log },
  { form: 'log audit', sections: auditSections, path: log },
  {
    form: 'alarms of the VM',
    sections: (answer) => vmSections(v.parse(sysmonConfigSchema, answer)),
    path: sysmon,
  },
  { form: 'alarms of the machine', sections: osSections, path: sysmon },
  { form: 'dashboard access', sections: accessSections, path: dashboard },
  {
    form: 'dashboard HTTP',
    sections: (answer) => httpSections(v.parse(dashboardConfigSchema, answer)),
    path: dashboard,
  },
  {
    form: 'dashboard HTTPS',
    sections: (answer) => httpsSections(v.parse(dashboardConfigSchema, answer)),
    path: dashboard,
  },
  { form: 'alarms', sections: alarmSections, path: /^\/configs\/alarm$/ },
  { form: 'listener', sections: listListenerEditSections, path: /^\/listeners\/\w+:\w+$/ },
  ...gatewayKinds.map((kind) => ({
    form: `gateway ${kind}`,
    sections: gatewaySections[kind],
    path: new RegExp(`^/gateways/${kind}$`),
    partOf: isSetUp,
  })),
  ...gatewayKinds.map((kind) => ({
    form: `listener of gateway ${kind}`,
    sections: changedGatewayListenerSections(kind),
    path: new RegExp(`^/gateways/${kind}$`),
    root: 'listeners',
    partOf: toGatewayListenerDocument,
  })),
  { form: 'API key', sections: keySections(false, false), path: /^\/api_key\/\w+$/ },
  { form: 'Prometheus', sections: prometheusSections('cluster'), path: /^\/prometheus$/ },
  { form: 'OpenTelemetry', sections: telemetrySections, path: /^\/opentelemetry$/ },
  { form: 'LDAP', sections: ldapSections, path: /^\/sso\/ldap$/ },
  { form: 'OIDC', sections: oidcSections, path: /^\/sso\/oidc$/ },
  { form: 'SAML', sections: samlSections, path: /^\/sso\/saml$/ },
  { form: 'slow subscriptions', sections: slowSubsSections, path: /^\/slow_subscriptions\/settings$/ },
  { form: 'license', sections: licenseSettingSections, path: /^\/license\/setting$/ },
]

/**
 * The errors for values that specification §5 and §9 refuse but the broker accepts; forms refuse only newly typed
 * values.
 */
const stricter = [
  'Duplicated Attribute',
  'Priority number must be a number between 1 and 255.',
  'The shortest duration is 1s',
  'The shortest duration is 100ms',
  'Input error: the number range is 1 - 1000',
]

const documentSchema = v.record(v.string(), v.unknown())
const partSchema = v.union([v.array(documentSchema), documentSchema])

function documentsOf({ path, root = '', partOf = (whole) => whole }: Case, exchanges: readonly Exchange[]) {
  return exchanges
    .filter(
      (one) => one.status === 200 && (one.method === 'GET' || one.method === 'PUT') && path.test(one.path),
    )
    .map((one) => ({ title: one.title, parsed: v.safeParse(partSchema, valueAt(one.answer, root)) }))
    .flatMap(({ title, parsed }) =>
      parsed.success ? [parsed.output].flat().map((answer) => ({ title, document: partOf(answer) })) : [],
    )
    .flatMap(({ title, document }) => (document === undefined ? [] : [{ title, document: { ...document } }]))
}

describe('forms over what real brokers answered', () => {
  const exchanges = recordedExchanges()
  recordedTest.each(cases)('$form gives back what it was given, and finds no fault with it', (one) => {
    const documents = documentsOf(one, exchanges)
    expect(documents.length).toBeGreaterThan(0)
    for (const { title, document } of documents) {
      const sections = typeof one.sections === 'function' ? one.sections(document) : one.sections
      const values = documentToForm(sections, document)
      expect(formToDocument(sections, values, document), title).toEqual(document)
      const shown = visibleSections(sections, values)
      const faults = formFaults(shown, values, { isNew: false })
      expect(
        faults.filter(({ message }) => !stricter.includes(message)),
        title,
      ).toEqual([])
      expect(formFaults(shown, values, { isNew: false, stored: values }), title).toEqual([])
    }
  })
})
