import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'

/** The texts for checks that need observation over time, for use when no page was kept open. */
export const healthWatch = {
  noneDropped: 'Nothing waits, and no action has dropped a message since its counters were reset.',
  notWatched: "Can't determine whether actions drop messages now: that takes two looks.",
  calm: (waiting: number, time: string) =>
    plural(waiting, {
      one: `1 message waits in a buffer. None was dropped in ${time}.`,
      other:
        waiting === 0
          ? `Nothing waits, and nothing was dropped in ${time}.`
          : `${formatNumber(waiting)} messages wait in buffers. None was dropped in ${time}.`,
    }),
  refusedToKey: 'Refused to an API key. Sign in as a user for this.',
  passwordUsed: 'This sign-in used it.',
  passwordConsequence:
    'The default password is public: anyone who can reach the API can administer the broker.',
  passwordOwn: (username: string) =>
    `${username} does not use the default password: this sign-in used another one.`,
  lostEarlier: "Can't determine whether messages are lost now: that takes two looks.",
}
