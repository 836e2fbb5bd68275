export const en = {
  title: 'Create source',
  source: 'Data source',
  configuration: 'Configuration',
  cancel: 'Cancel',
  created: 'The source was created.',
  impact:
    'It is asked first, before those that are there. Move it in the list if others should come before it.',
}
