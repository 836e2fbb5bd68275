import { consoleConfig } from '#api/console-config.ts'
import { environment, environmentNames } from '#kit/page/environment.ts'
import { classNames } from '#lib/class-names.ts'
import { StatusShape } from '#ui/status-shape.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { m } from '../messages.ts'
import { m as preferences } from '../preferences/messages.ts'
import classes from './top-bar.module.css'
import { useBrokerFacts } from './use-broker-facts.ts'

/** Which cluster this is, and what about it concerns everything that is done here. */
export function BrokerLabel() {
  const { name, edition, version, mixedVersions } = useBrokerFacts()
  const { mode, readOnly } = consoleConfig()
  return (
    <>
      <span className={classes['cluster']}>{name !== undefined && <Verbatim text={name} />}</span>
      {environment !== undefined && (
        <Tooltip label={preferences.environmentHint} focusable className={classes['environment']}>
          {environmentNames[environment]}
        </Tooltip>
      )}
      {mode === 'embedded' && (
        <Tooltip label={m.embeddedHint} focusable className={classNames(classes['pill'], 'desktop-only')}>
          {m.embedded}
        </Tooltip>
      )}
      {readOnly && (
        <Tooltip label={m.readOnlyWhy} focusable className={classNames(classes['pill'], classes['readOnly'])}>
          {m.readOnly}
        </Tooltip>
      )}
      <span className={classNames(classes['version'], 'desktop-only')}>
        {edition} {version}
        {mixedVersions && (
          <Tooltip label={m.mixedVersions(mixedVersions.join(', '))} focusable>
            <StatusShape kind="warn" coloured />
            <span className="visually-hidden">{m.mixedVersions(mixedVersions.join(', '))}</span>
          </Tooltip>
        )}
      </span>
    </>
  )
}
