export const en = {
  settings: 'Settings',
  loading: 'Reading the settings …',
  changedMeanwhile:
    'Nothing was sent: somebody changed these settings on the broker while you were editing them.',
}
