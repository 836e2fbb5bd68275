import { type DashboardConfig, dashboardSettings } from '@brokerdeck/contract/settings/broker-config.ts'
import { configs } from '@brokerdeck/contract/settings/configs.ts'
import * as v from 'valibot'
import { dashboardSettings as m } from '#features/system/messages/console.ts'
import { toSections } from '#kit/form/described-form.ts'
import type { Section } from '#kit/form/field.ts'
import { warnIf } from '#kit/form/shell/form-spec.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { askBeforeSave } from '#resource/endpoint-form/ask-before-save.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { cutsListener, dashboardImpact } from './dashboard-impact.ts'

export const accessSections = toSections(dashboardSettings, [
  {
    id: 'session',
    title: m.session,
    fields: [
      {
        path: 'token_expired_time',
        label: m.tokenLife,
        help: m.tokenLifeHelp,
        units: ['s', 'm', 'h', 'd'],
      },
    ],
  },
  {
    id: 'api',
    title: m.api,
    fields: [
      { path: 'cors', label: m.cors, help: m.corsHelp, note: m.corsNote, width: 12 },
      { path: 'swagger_support', label: m.swagger, note: m.swaggerNote, width: 12 },
    ],
  },
])

const { http, https } = dashboardSettings.fields.listeners.schema.fields

const listenerFields = [
  { path: 'bind', label: m.bind, help: m.bindHelp, wordLabel: m.off, isValueRequired: true },
  { path: 'max_connections', label: m.maxConnections, unit: m.connections },
  { path: 'proxy_header', label: m.proxyHeader, note: m.proxyHeaderNote, isAdvanced: true, width: 12 },
  { path: 'inet6', label: m.inet6, note: m.inet6Note, isAdvanced: true },
  { path: 'ipv6_v6only', label: m.v6only, note: m.v6onlyNote, isAdvanced: true },
  { path: 'num_acceptors', label: m.acceptors, isAdvanced: true },
  { path: 'backlog', label: m.backlog, help: m.backlogHelp, isAdvanced: true },
  { path: 'send_timeout', label: m.sendTimeout, isAdvanced: true },
] as const

/** A broker that never had an HTTP listener returns none, so the section is left out. */
export const httpSections = ({ listeners }: DashboardConfig): readonly Section[] =>
  listeners.http === undefined
    ? []
    : toSections(
        http.schema,
        [{ id: 'http', title: m.httpListener, note: m.httpNote, fields: listenerFields }],
        'listeners.http',
      )

const verifies = [{ path: 'verify', is: ['verify_peer'] }] as const

const tlsSections = toSections(
  https.schema.fields.ssl_options.schema,
  [
    {
      id: 'tls',
      title: m.tls,
      fields: [
        { path: 'certfile', label: m.certificate, help: m.certificateHelp, isRequired: true, width: 12 },
        { path: 'keyfile', label: m.key, isRequired: true, width: 12 },
        { path: 'password', label: m.password, isOmittedEmpty: true },
        {
          path: 'verify',
          label: m.verify,
          options: { verify_none: m.verifyNone, verify_peer: m.verifyPeer },
        },
        { path: 'fail_if_no_peer_cert', label: m.requireCert, note: m.requireCertNote, when: verifies },
        {
          path: 'cacertfile',
          label: m.ca,
          help: m.caHelp,
          isOmittedEmpty: true,
          width: 12,
          when: verifies,
        },
        {
          path: 'versions',
          label: m.versions,
          options: {
            'tlsv1.3': 'TLS 1.3',
            'tlsv1.2': 'TLS 1.2',
            'tlsv1.1': 'TLS 1.1',
            tlsv1: 'TLS 1.0',
          },
          isAdvanced: true,
        },
      ],
    },
  ],
  'listeners.https.ssl_options',
)

export const httpsSections = ({ listeners }: DashboardConfig): readonly Section[] => {
  if (listeners.https === undefined) return []
  const listener = [{ id: 'https', title: m.httpsListener, fields: listenerFields }]
  return [
    ...toSections(https.schema, listener, 'listeners.https'),
    ...(listeners.https.ssl_options === undefined ? [] : tlsSections),
  ]
}

const tabIds = ['access', 'http', 'https'] as const
type TabId = (typeof tabIds)[number]

const sections: Readonly<
  Record<TabId, readonly Section[] | ((dashboard: DashboardConfig) => readonly Section[])>
> = { access: accessSections, http: httpSections, https: httpsSections }

const searchSchema = v.object({ tab: v.fallback(v.optional(v.picklist(tabIds)), undefined) })

/** Configures the listeners of the API, which this console uses too, and the lifetime of a login. */
export function DashboardSettingsPage() {
  const [{ tab = 'access' }, setSearch] = useUrlSearch('dashboardAccess', searchSchema)
  return (
    <Page title={m.title} summary={m.summary}>
      <Tabs
        label={m.tabs}
        tabs={tabIds.map((id) => ({ id, label: m[id] }))}
        value={tab}
        onChange={(id) => setSearch({ tab: id === 'access' ? undefined : id })}
      >
        <EndpointForm
          key={tab}
          sections={sections[tab]}
          reads={configs.getDashboard}
          given={{}}
          pickDocument={(answer) => answer}
          writes={configs.putDashboard}
          toRequest={(document) => ({ body: parseBody(configs.putDashboard.body, document) })}
          impact={(now, before) => warnIf(cutsListener(now, before), dashboardImpact(now, before))}
          beforeWrite={askBeforeSave((now, before) => ({
            interrupts: cutsListener(now, before) ? 'connections' : 'nothing',
            text: dashboardImpact(now, before),
          }))}
          hasDefaults
        />
      </Tabs>
    </Page>
  )
}
