import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { type License, type LicenseSetting, license } from '@brokerdeck/contract/system/license.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { action, send } from '#acting/action.tsx'
import { describeError } from '#api/errors.ts'
import { read, whyNoWrite } from '#api/query.ts'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { license as m } from '#features/system/messages/console.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { Page } from '#kit/page/page.tsx'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { Button } from '#ui/button.tsx'
import { Meter } from '#ui/meter.tsx'
import { Panel } from '#ui/panel.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { ErrorState } from '#ui/states.tsx'
import { type StatusKind, StatusShape } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './license-page.module.css'
import { checkLicenseSetting, licenseSettingSections, parsePercent } from './license-settings-form.ts'

const UpdateLicenseDialog = lazy(async () => ({
  default: (await import('./update-license-dialog.tsx')).UpdateLicenseDialog,
}))

/** The key that represents the license included in the broker. */
const ownKey = 'default'

export function LicensePage() {
  return (
    <EnterpriseOnly title={m.title} part={m.part}>
      <LicenseInUse />
    </EnterpriseOnly>
  )
}

function LicenseInUse() {
  const { data, error, refetch, isFetching } = useQuery(read(license.get, {}))
  const { data: setting } = useQuery(read(license.setting, {}))
  return (
    <Page title={m.title} summary={m.summary} actions={<LicenseActions />}>
      <div className={classes['stack']}>
        {error !== null && data === undefined && (
          <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
        )}
        {data !== undefined && <LicensePanel license={data} setting={setting} />}
        <EndpointForm
          sections={licenseSettingSections}
          reads={license.setting}
          given={{}}
          pickDocument={(answer) => answer}
          writes={license.updateSetting}
          toRequest={(document) => ({ body: parseBody(license.updateSetting.body, document) })}
          check={checkLicenseSetting}
          hasDefaults
        />
      </div>
    </Page>
  )
}

const resetLicense = action<void>(
  send(license.update, () => ({ body: { key: ownKey } })),
  {
    ask: () => ({
      title: m.resetTitle,
      body: m.resetBody,
      action: m.reset,
      interrupts: 'nothing',
      danger: true,
      typedName: ownKey,
    }),
    successMessage: () => m.resetDone,
  },
)

function LicenseActions() {
  return (
    <>
      <Button size="small" disabledReason={whyNoWrite()} onClick={() => void resetLicense.run()}>
        {m.reset}
      </Button>
      <Button
        size="small"
        variant="primary"
        disabledReason={whyNoWrite()}
        onClick={() => void askDialog<void>((close) => <UpdateLicenseDialog onClose={close} />)}
      >
        {m.update}
      </Button>
    </>
  )
}

const soon = 30 * 24 * 60 * 60 * 1000
const evaluationType = 10

interface NoticeView {
  readonly kind: StatusKind
  readonly text: string
}

function findNotice({ expiry, expiry_at, customer_type }: License): NoticeView | undefined {
  if (expiry) return { kind: 'bad', text: m.isExpired }
  if (Date.parse(expiry_at) - Date.now() < soon) return { kind: 'warn', text: m.expiresSoon(expiry_at) }
  return customer_type === evaluationType ? { kind: 'off', text: m.evaluation } : undefined
}

interface LicensePanelProps {
  readonly license: License
  readonly setting: LicenseSetting | undefined
}

function LicensePanel({ license, setting }: LicensePanelProps) {
  const { data: now } = useQuery(read(monitor.current, {}, { pollSeconds: 10 }))
  const { max_sessions: limit, type } = license
  const used = now?.connections
  const share = used === undefined ? undefined : used / limit
  const high = setting?.connection_high_watermark
  const isHigh = share !== undefined && share * 100 >= (parsePercent(high) ?? 100)
  const notice = findNotice(license)
  const usage = (
    <>
      <Meter value={share} label={m.usage} level={isHigh ? 'warn' : 'normal'} />
      {m.usageOf(used === undefined ? '—' : formatNumber(used), formatNumber(limit))}
    </>
  )
  return (
    <Panel label={m.title} padded>
      {notice !== undefined && (
        <p className={classes['notice']}>
          <StatusShape kind={notice.kind} coloured />
          {notice.text}
        </p>
      )}
      <div className={classes['facts']}>
        <PropertyList
          groups={[
            {
              properties: [
                {
                  label: m.usage,
                  value: usage,
                  ...(high === undefined ? {} : { definition: m.highAt(high) }),
                },
                { label: m.customer, value: <Verbatim text={license.customer} /> },
                { label: m.kind, value: type === 'trial' ? m.trial : m.official },
                { label: m.email, value: <Verbatim text={license.email} /> },
                { label: m.startAt, value: <Verbatim text={license.start_at} /> },
                { label: m.expiryAt, value: <Verbatim text={license.expiry_at} /> },
              ],
            },
          ]}
        />
      </div>
    </Panel>
  )
}
