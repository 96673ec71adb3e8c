export type Theme = 'dark' | 'light' | 'high-contrast' | 'high-contrast-light';

/** Each theme's id in VS Code's settings, and its file as the workbench's class names it. */
export const themes: Readonly<Record<Theme, { readonly id: string; readonly file: string }>> = {
  dark: { id: 'Dark Modern', file: 'themes-dark_modern-json' },
  light: { id: 'Light Modern', file: 'themes-light_modern-json' },
  'high-contrast': { id: 'Default High Contrast', file: 'themes-hc_black-json' },
  'high-contrast-light': { id: 'Default High Contrast Light', file: 'themes-hc_light-json' },
};

/** A user's settings.json that keeps out of the picture what is not ours. */
export function userSettings(theme: Theme): Record<string, unknown> {
  return {
    'workbench.colorTheme': themes[theme].id,
    'window.autoDetectColorScheme': false,
    'window.autoDetectHighContrast': false,
    'window.confirmBeforeClose': 'never',
    'workbench.startupEditor': 'none',
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'workbench.tips.enabled': false,
    'workbench.enableExperiments': false,
    'chat.disableAIFeatures': true,
    'telemetry.telemetryLevel': 'off',
    'update.mode': 'none',
    'update.showReleaseNotes': false,
    'extensions.autoUpdate': false,
    'extensions.autoCheckUpdates': false,
    'extensions.ignoreRecommendations': true,
    // No extension runs in the browser itself.
    'extensions.webWorker': false,
  };
}
