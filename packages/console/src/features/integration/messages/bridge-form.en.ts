export const bridgeForm = {
  mask: 'Enter the secret itself: the six asterisks would be stored as the secret.',
  notCopied:
    'The original has a secret here that the broker never shows. Enter it again if the target needs it.',
}
