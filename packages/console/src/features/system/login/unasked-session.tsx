import type { Session } from '#api/session.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import classes from './login-page.module.css'
import { m } from './messages.ts'

interface UnaskedSessionProps {
  readonly session: Session
  onContinue(): void
  onDrop(): void
}

/** A link can carry a session, so that somebody works as another user without noticing: it begins only when it is wanted. */
export function UnaskedSession({ session, onContinue, onDrop }: UnaskedSessionProps) {
  const name = visibleText(session.username, 80)
  return (
    <>
      <h1 className={classes['title']}>{m.unaskedTitle(name)}</h1>
      <p className={classes['intro']}>{m.unaskedIntro}</p>
      <div className={classes['form']}>
        <Button variant="primary" onClick={onContinue}>
          {m.continueAs(name)}
        </Button>
        <Button variant="quiet" onClick={onDrop}>
          {m.logInOtherwise}
        </Button>
      </div>
    </>
  )
}
