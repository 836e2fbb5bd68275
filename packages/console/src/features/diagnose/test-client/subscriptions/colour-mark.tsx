import type { SubscriptionColour } from '#features/diagnose/test-client/connection/connection-facts.ts'
import classes from './colour-mark.module.css'

/**
 * Marks a message with the colour of its subscription. The topic stands beside it, so the colour is never the only
 * sign.
 */
export function ColourMark({ colour }: { readonly colour: SubscriptionColour }) {
  return <span aria-hidden="true" className={`${classes['mark']} ${classes[`c${colour}`]}`} />
}
