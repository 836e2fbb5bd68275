export const en = {
  readOnly: 'This console was started with --read-only: it changes nothing.',
  viewer: 'Your role is viewer: it may look, not change.',
  secretsForAdministrators: 'Only administrators can see secrets.',
}
