import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import type { License, LicenseSetting } from '@brokerdeck/contract/system/license.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Meter } from '#ui/meter.tsx'
import { Panel } from '#ui/panel.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { type StatusKind, StatusShape } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { license as m } from '../messages/console.ts'
import classes from './license-page.module.css'
import { percentOf } from './license-settings-form.ts'

const soon = 30 * 24 * 60 * 60 * 1000
const evaluationType = 10

interface NoticeView {
  readonly kind: StatusKind
  readonly text: string
}

function noticeOf({ expiry, expiry_at, customer_type }: License): NoticeView | undefined {
  if (expiry) return { kind: 'bad', text: m.isExpired }
  if (Date.parse(expiry_at) - Date.now() < soon) return { kind: 'warn', text: m.expiresSoon(expiry_at) }
  return customer_type === evaluationType ? { kind: 'off', text: m.evaluation } : undefined
}

interface LicensePanelProps {
  readonly license: License
  readonly setting: LicenseSetting | undefined
}

export function LicensePanel({ license, setting }: LicensePanelProps) {
  const { data: now } = useQuery(read(monitor.current, {}, { pollSeconds: 10 }))
  const { max_sessions: limit, type } = license
  const used = now?.connections
  const share = used === undefined ? undefined : used / limit
  const high = setting?.connection_high_watermark
  const isHigh = share !== undefined && share * 100 >= (percentOf(high) ?? 100)
  const notice = noticeOf(license)
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
