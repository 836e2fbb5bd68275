import type { Trace } from '@brokerdeck/contract/diagnose/trace.ts'
import type { ReactNode } from 'react'
import { formatBytes } from '#i18n/format-number.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { Panel } from '#ui/panel.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { m } from './messages.ts'
import classes from './trace.module.css'
import { conditionOf, formatterNames, payloadEncodingNames, sizeOf, traceTypeNames } from './trace-names.ts'

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={classes['fact']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What is traced, for how long and how it is written. */
export function TraceFacts({ trace }: { readonly trace: Trace }) {
  return (
    <Panel label={m.facts}>
      <dl className={classes['facts']}>
        <Fact label={traceTypeNames[trace.type]}>
          <Verbatim text={conditionOf(trace)} mono focusable />
        </Fact>
        <Fact label={m.start}>{formatDateTime(trace.start_at)}</Fact>
        <Fact label={m.end}>{formatDateTime(trace.end_at)}</Fact>
        <Fact label={m.formatter}>{formatterNames[trace.formatter]}</Fact>
        <Fact label={m.payload}>{payloadEncodingNames[trace.payload_encode]}</Fact>
        <Fact label={m.size}>{formatBytes(sizeOf(trace))}</Fact>
      </dl>
    </Panel>
  )
}
