import type { SubscriptionColour } from '#features/diagnose/test-client/connection/connection-facts.ts'
import classes from './colour-mark.module.css'

/** Ties a message to its subscription; never the only sign: the topic stands beside it. */
export function ColourMark({ colour }: { readonly colour: SubscriptionColour }) {
  return <span aria-hidden="true" className={`${classes['mark']} ${classes[`c${colour}`]}`} />
}
