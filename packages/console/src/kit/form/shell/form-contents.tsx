import { StatusShape } from '#ui/status-shape.tsx'
import type { FormFault, Section } from '../field.ts'
import { allFields } from '../visibility.ts'
import classes from './form-contents.module.css'
import { m } from './messages.ts'

interface FormContentsProps {
  readonly sections: readonly Section[]
  readonly faults: readonly FormFault[]
  readonly isChanged: (path: string) => boolean
  /** Of something new everything is: no mark then. */
  readonly isNew: boolean
  readonly sectionId: (section: Section) => string
}

/** The sections of a long form: where something is wrong, where something changed, and the way there. */
export function FormContents({ sections, faults, isChanged, isNew, sectionId }: FormContentsProps) {
  return (
    <nav className={classes['contents']} aria-label={m.sections}>
      {sections.map((section) => {
        const paths = [section.switch, ...allFields(section.fields).map(({ path }) => path)]
        const isWithin = (path: string) =>
          paths.some((one) => one !== undefined && (path === one || path.startsWith(`${one}.`)))
        const hasFault = faults.some(({ path }) => isWithin(path))
        const hasChange = !isNew && paths.some((path) => path !== undefined && isChanged(path))
        return (
          <a
            key={section.id}
            href={`#${sectionId(section)}`}
            onClick={(event) => {
              // The address keeps the page's own state; it is not the place of a section.
              event.preventDefault()
              const target = document.getElementById(sectionId(section))
              target?.scrollIntoView({ block: 'start' })
              target?.focus({ preventScroll: true })
            }}
          >
            {section.title}
            {hasFault ? (
              <span className={classes['mark']}>
                <StatusShape kind="bad" coloured />
                <span className="visually-hidden">{m.hasFault}</span>
              </span>
            ) : (
              hasChange && (
                <span className={classes['mark']}>
                  <span className={classes['changed']} aria-hidden />
                  <span className="visually-hidden">{m.isChanged}</span>
                </span>
              )
            )}
          </a>
        )
      })}
    </nav>
  )
}
