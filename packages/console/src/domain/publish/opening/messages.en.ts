export const en = {
  title: 'Publish a message',
  publishHere: 'Publish here',
}
