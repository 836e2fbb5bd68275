export const en = {
  steps: 'Steps',
  added: 'Added',
  addedReason: 'It is in the chain already; each may be there once.',
  nothingLeft: 'There is nothing left to choose.',
  next: 'Next',
}
