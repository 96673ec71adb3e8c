/** The colours of VS Code's own themes that the page uses, as a webview gets them; for tests without a VS Code. */
export type ThemeName = 'dark' | 'light' | 'high-contrast' | 'high-contrast-light';

interface Theme {
  readonly bodyClass: string;
  readonly kind: string;
  readonly colours: Readonly<Record<string, string>>;
}

const dark = {
  foreground: '#cccccc',
  descriptionForeground: '#9d9d9d',
  errorForeground: '#f85149',
  focusBorder: '#0078d4',
  'editor-background': '#1f1f1f',
  'panel-border': '#2b2b2b',
  'editorWidget-border': '#454545',
  'badge-background': '#616161',
  'badge-foreground': '#f8f8f8',
  'statusBarItem-warningBackground': '#7a6400',
  'statusBarItem-warningForeground': '#ffffff',
  'button-background': '#0078d4',
  'button-foreground': '#ffffff',
  'button-hoverBackground': '#026ec1',
  'button-border': '#ffffff12',
  'button-secondaryBackground': '#313131',
  'button-secondaryForeground': '#cccccc',
  'button-secondaryHoverBackground': '#3c3c3c',
  'dropdown-background': '#313131',
  'dropdown-foreground': '#cccccc',
  'dropdown-border': '#3c3c3c',
  'input-background': '#313131',
  'input-foreground': '#cccccc',
  'input-border': '#3c3c3c',
  'input-placeholderForeground': '#989898',
  'inputValidation-errorBackground': '#5a1d1d',
  'inputValidation-errorBorder': '#be1100',
  'notificationsWarningIcon-foreground': '#cca700',
  'notificationsErrorIcon-foreground': '#f14c4c',
  'notificationsInfoIcon-foreground': '#3794ff',
  'testing-iconPassed': '#73c991',
  'panelTitle-activeBorder': '#0078d4',
  'panelTitle-activeForeground': '#cccccc',
  'panelTitle-inactiveForeground': '#9d9d9d',
  'textBlockQuote-background': '#2b2b2b',
  'textCodeBlock-background': '#2b2b2b',
  'textLink-foreground': '#4daafc',
  'textLink-activeForeground': '#4daafc',
  'list-hoverBackground': '#2a2d2e',
  'list-activeSelectionBackground': '#04395e',
  'list-activeSelectionForeground': '#ffffff',
  'list-inactiveSelectionBackground': '#37373d',
};

const light = {
  foreground: '#3b3b3b',
  descriptionForeground: '#3b3b3b',
  errorForeground: '#f85149',
  focusBorder: '#005fb8',
  'editor-background': '#ffffff',
  'panel-border': '#e5e5e5',
  'editorWidget-border': '#c8c8c8',
  'badge-background': '#cccccc',
  'badge-foreground': '#3b3b3b',
  'statusBarItem-warningBackground': '#725102',
  'statusBarItem-warningForeground': '#ffffff',
  'button-background': '#005fb8',
  'button-foreground': '#ffffff',
  'button-hoverBackground': '#0258a8',
  'button-border': '#0000001a',
  'button-secondaryBackground': '#e5e5e5',
  'button-secondaryForeground': '#3b3b3b',
  'button-secondaryHoverBackground': '#cccccc',
  'dropdown-background': '#ffffff',
  'dropdown-foreground': '#3b3b3b',
  'dropdown-border': '#cecece',
  'input-background': '#ffffff',
  'input-foreground': '#3b3b3b',
  'input-border': '#cecece',
  'input-placeholderForeground': '#767676',
  'inputValidation-errorBackground': '#f2dede',
  'inputValidation-errorBorder': '#be1100',
  'notificationsWarningIcon-foreground': '#bf8803',
  'notificationsErrorIcon-foreground': '#e51400',
  'notificationsInfoIcon-foreground': '#1a85ff',
  'testing-iconPassed': '#388a34',
  'panelTitle-activeBorder': '#005fb8',
  'panelTitle-activeForeground': '#3b3b3b',
  'panelTitle-inactiveForeground': '#3b3b3b',
  'textBlockQuote-background': '#f8f8f8',
  'textCodeBlock-background': '#f8f8f8',
  'textLink-foreground': '#005fb8',
  'textLink-activeForeground': '#005fb8',
  'list-hoverBackground': '#f2f2f2',
  'list-activeSelectionBackground': '#e8e8e8',
  'list-activeSelectionForeground': '#000000',
  'list-inactiveSelectionBackground': '#e4e6f1',
};

function contrast(
  black: string,
  white: string,
  border: string,
  focus: string,
  buttons: Readonly<Record<string, string>>,
): Record<string, string> {
  const onPage = [
    'foreground',
    'descriptionForeground',
    'badge-foreground',
    'statusBarItem-warningForeground',
    'button-foreground',
    'button-secondaryForeground',
    'dropdown-foreground',
    'input-foreground',
    'input-placeholderForeground',
    'panelTitle-activeForeground',
    'panelTitle-inactiveForeground',
    'testing-iconPassed',
    'notificationsInfoIcon-foreground',
    'notificationsWarningIcon-foreground',
    'notificationsErrorIcon-foreground',
  ];
  const behind = [
    'editor-background',
    'badge-background',
    'dropdown-background',
    'input-background',
    'textCodeBlock-background',
  ];
  const edges = [
    'contrastBorder',
    'panel-border',
    'editorWidget-border',
    'button-border',
    'dropdown-border',
    'input-border',
    'inputValidation-errorBorder',
  ];
  const all = (names: readonly string[], colour: string) => names.map((name) => [name, colour] as const);
  return Object.fromEntries([
    ...all(onPage, white),
    ...all(behind, black),
    ...all(edges, border),
    ...all(['focusBorder', 'contrastActiveBorder', 'panelTitle-activeBorder'], focus),
    ...Object.entries(buttons),
    ['textLink-foreground', border === '#6fc3df' ? '#21a6ff' : '#0f4a85'],
    ['textLink-activeForeground', border === '#6fc3df' ? '#21a6ff' : '#0f4a85'],
  ]);
}

export const themes: Readonly<Record<ThemeName, Theme>> = {
  dark: { bodyClass: 'vscode-dark', kind: 'vscode-dark', colours: dark },
  light: { bodyClass: 'vscode-light', kind: 'vscode-light', colours: light },
  'high-contrast': {
    bodyClass: 'vscode-high-contrast',
    kind: 'vscode-high-contrast',
    colours: contrast('#000000', '#ffffff', '#6fc3df', '#f38518', {
      'button-background': '#000000',
      'button-foreground': '#ffffff',
    }),
  },
  'high-contrast-light': {
    bodyClass: 'vscode-high-contrast-light vscode-high-contrast',
    kind: 'vscode-high-contrast-light',
    colours: contrast('#ffffff', '#292929', '#0f4a85', '#006bbd', {
      'button-background': '#0f4a85',
      'button-foreground': '#ffffff',
      'button-secondaryBackground': '#ffffff',
    }),
  },
};

/** What a webview puts on its root and body for the theme. */
export function themeVariables(name: ThemeName): Readonly<Record<string, string>> {
  const colours = Object.entries(themes[name].colours).map(
    ([key, colour]) => [`--vscode-${key}`, colour] as const,
  );
  return Object.fromEntries([
    ...colours,
    ['--vscode-font-family', 'system-ui, "Ubuntu", "Droid Sans", sans-serif'],
    ['--vscode-font-size', '13px'],
    ['--vscode-font-weight', 'normal'],
    ['--vscode-editor-font-family', '"Droid Sans Mono", monospace'],
    ['--vscode-editor-font-size', '13px'],
  ]);
}
