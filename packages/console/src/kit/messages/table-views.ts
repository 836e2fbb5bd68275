import { vocabulary } from '#i18n/vocabulary.ts'

export const tableViews = {
  none: 'No views yet. A view keeps the filters, the order and the columns of this list under a name, in this browser.',
  addressOf: (view: string) => `address of ${view}`,
  deleteView: (view: string) => `Delete the view ${view}`,
  leave: 'Show the list without a view',
  name: vocabulary.name,
  address: vocabulary.address,
  optional: 'optional',
  addressHelp:
    'A copied view of this list, also of another cluster. Left empty, the list is saved as it is now.',
  nameMissing: 'Please enter a name',
  tooMany: 'There are 50 views of this list. Delete one first.',
  otherAddress: 'This is not an address of this list',
  addressTooLong: 'The address is too long',
  noRoom: 'The browser has no room left for the view',
  save: 'Save the view',
  replace: 'Replace the view',
}
