import { StatusShape } from '#ui/status.tsx'
import { shell as m } from '../../messages/form.ts'
import type { Section } from '../field.ts'
import { useFormMarks, useFormState } from '../form-store.ts'
import { allFields } from '../visibility.ts'
import classes from './form-contents.module.css'

interface FormContentsProps {
  readonly sections: readonly Section[]
  readonly sectionId: (section: Section) => string
}

/** The sections of a long form: where something is wrong, where something changed, and the way there. */
export function FormContents({ sections, sectionId }: FormContentsProps) {
  return (
    <nav className={classes['contents']} aria-label={m.sections}>
      {sections.map((section) => (
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
          <SectionMark section={section} />
        </a>
      ))}
    </nav>
  )
}

function SectionMark({ section }: { readonly section: Section }) {
  const paths = [section.switch, ...allFields(section.fields).map(({ path }) => path)].filter(
    (path) => path !== undefined,
  )
  const hasFault = useFormState(({ shownFaults }) =>
    shownFaults.some(({ path }) => paths.some((one) => path === one || path.startsWith(`${one}.`))),
  )
  // Of something new everything is: no mark then.
  const hasChange = useFormMarks(({ isNew, changed }) => !isNew && paths.some((path) => changed.has(path)))
  if (hasFault)
    return (
      <span className={classes['mark']}>
        <StatusShape kind="bad" coloured />
        <span className="visually-hidden">{m.hasFault}</span>
      </span>
    )
  return (
    hasChange && (
      <span className={classes['mark']}>
        <span className={classes['changed']} aria-hidden />
        <span className="visually-hidden">{m.isChanged}</span>
      </span>
    )
  )
}
