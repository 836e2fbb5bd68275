export const en = {
  overlays: 'Dialogs and messages',
  settings: 'Settings',
  language: 'Language',
  switchLanguage: '切换为中文',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'Sync OS theme',
  syncOsTheme: 'Sync OS theme',
  syncHint: 'The theme follows the operating system.',
  themeIsSynced:
    'The theme follows the operating system. Switch off “Sync OS theme” in the settings to choose it.',
  switchToDark: 'Switch to the dark theme',
  switchToLight: 'Switch to the light theme',
  timeZone: 'Time zone',
  browserZone: (zone: string) => `Browser (${zone})`,
  utc: 'UTC',
  environment: 'Environment of this cluster',
  noEnvironment: 'Not named',
  environmentHint:
    'Marks the top bar and the title of every tab, so that clusters are not mixed up. Only this browser knows it.',
  reloads: 'A change here loads the page again.',
}
