import { prometheus } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { read } from '#api/query.ts'
import { monitoringIntegration as m } from '#features/settings/messages/monitoring.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { Panel } from '#ui/panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { StatusShape } from '#ui/status.tsx'
import { grafanaDashboard } from './grafana-dashboard.ts'
import classes from './monitoring.module.css'
import { checkScrapeInputs, type ScrapeFaults, type ScrapeInputs, scrapeConfig } from './scrape-config.ts'

/**
 * Returns the initial inputs. The address of this console also leads to the API, even behind a proxy and below a base
 * path.
 */
function initialInputs(): ScrapeInputs {
  const { host, pathname, protocol } = new URL('api/v5/prometheus/stats', document.baseURI)
  return {
    way: 'pull',
    address: host,
    path: pathname,
    scheme: protocol === 'https:' ? 'https' : 'http',
    interval: '15s',
    gateway: '127.0.0.1:9091',
  }
}

/** Shows the configuration for Prometheus and Grafana, ready to copy. */
export function SetupPanel() {
  const { data: settings } = useQuery(read(prometheus.get, {}))
  const [inputs, setInputs] = useState(initialInputs)
  const isProtected = settings?.enable_basic_auth === true
  const faults = checkScrapeInputs(inputs)
  const isComplete = Object.keys(faults).length === 0
  const config = isComplete ? scrapeConfig(inputs, isProtected) : ''
  return (
    <div className={classes['setup']}>
      <Panel
        title={m.setupTitle}
        caption={m.setupHint}
        actions={
          <>
            {isComplete && <CopyButton text={config} name={m.theConfig} />}
            <Button
              size="small"
              disabledReason={isComplete ? undefined : m.fixFirst}
              onClick={() => saveFile('prometheus.yml', config, 'application/yaml')}
            >
              {m.download}
            </Button>
          </>
        }
        padded
      >
        <SetupForm
          inputs={inputs}
          faults={faults}
          onChange={(change) => setInputs({ ...inputs, ...change })}
        />
        {isProtected && inputs.way === 'pull' && <p className={classes['note']}>{m.withAuth}</p>}
        {isComplete && <pre className={classes['config']}>{config}</pre>}
      </Panel>
      <Panel
        title={m.grafana}
        actions={
          <Button
            size="small"
            onClick={() =>
              saveFile(
                'emqx-grafana-dashboard.json',
                JSON.stringify(grafanaDashboard(), null, 2),
                'application/json',
              )
            }
          >
            {m.downloadDashboard}
          </Button>
        }
        padded
      >
        <p className={classes['text']}>{m.grafanaText}</p>
      </Panel>
    </div>
  )
}

interface SetupFormProps {
  readonly inputs: ScrapeInputs
  readonly faults: ScrapeFaults
  readonly onChange: (change: Partial<ScrapeInputs>) => void
}

/** Edits the address of the metrics, as seen from the machine of Prometheus. */
function SetupForm({ inputs, faults, onChange }: SetupFormProps) {
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
