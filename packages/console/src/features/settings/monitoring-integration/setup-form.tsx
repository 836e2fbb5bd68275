import { type ReactNode, useId } from 'react'
import { TextBox } from '#ui/field-box.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { StatusShape } from '#ui/status.tsx'
import { monitoringIntegration as m } from '../messages/monitoring.ts'
import classes from './monitoring.module.css'
import type { ScrapeFaults, ScrapeInputs } from './scrape-config.ts'

interface SetupFormProps {
  readonly inputs: ScrapeInputs
  readonly faults: ScrapeFaults
  readonly onChange: (change: Partial<ScrapeInputs>) => void
}

/** Where Prometheus finds the figures, as seen from its own machine. */
export function SetupForm({ inputs, faults, onChange }: SetupFormProps) {
  const field = (name: 'address' | 'path' | 'interval' | 'gateway', label: string, help?: string) => (
    <SetupField
      label={label}
      help={help}
      fault={faults[name]}
      value={inputs[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
  return (
    <div className={classes['inputs']}>
      <Segmented
        label={m.way}
        value={inputs.way}
        options={[
          { value: 'pull', label: m.wayPull },
          { value: 'push', label: m.wayPush },
        ]}
        onChange={(way) => onChange({ way })}
      />
      {inputs.way === 'pull' ? (
        <>
          {field('address', m.emqxAddress, m.emqxAddressHelp)}
          {field('path', m.metricsPath)}
          <Segmented
            label={m.scheme}
            value={inputs.scheme}
            options={[
              { value: 'http', label: 'http' },
              { value: 'https', label: 'https' },
            ]}
            onChange={(scheme) => onChange({ scheme })}
          />
        </>
      ) : (
        field('gateway', m.gatewayAddress)
      )}
      {field('interval', m.scrapeInterval)}
    </div>
  )
}

interface SetupFieldProps {
  readonly label: string
  readonly help: ReactNode
  readonly fault: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

function SetupField({ label, help, fault, value, onChange }: SetupFieldProps) {
  const id = useId()
  return (
    <div className={classes['field']}>
      <label htmlFor={id}>{label}</label>
      <TextBox
        id={id}
        isCode
        value={value}
        hasFault={fault !== undefined}
        aria-describedby={`${id}-says`}
        onChange={onChange}
      />
      <p id={`${id}-says`} className={classes[fault === undefined ? 'help' : 'fault']}>
        {fault === undefined ? (
          help
        ) : (
          <>
            <StatusShape kind="bad" /> {fault}
          </>
        )}
      </p>
    </div>
  )
}
