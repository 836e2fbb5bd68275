import { visibleText } from '#lib/visible-text.ts'
import { StatusShape } from '#ui/status.tsx'
import { clusterNode as m } from './messages.ts'
import classes from './version-warning.module.css'

/** Shows a warning if the nodes run different versions. */
export function VersionWarning({ versions }: { readonly versions: readonly string[] }) {
  if (versions.length < 2) return null
  return (
    <p role="status" className={classes['warning']}>
      <StatusShape kind="warn" coloured />
      <strong>{m.mixedVersions(versions.map((version) => visibleText(version)).join(', '))}</strong>
      <span>{m.mixedVersionsAdvice}</span>
    </p>
  )
}
