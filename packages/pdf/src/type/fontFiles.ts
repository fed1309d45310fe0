/**
 * The files of the fonts, in their packages. IBM Plex Sans Condensed is legible at small sizes and
 * has figures of one width and all Latin letters. Thermal printers thin strokes, so tickets use a
 * heavier weight. The spare faces have the characters that Plex lacks: Greek, Cyrillic, arrows,
 * symbols.
 */
export const FONT_FILES = {
  regular:
    '@expo-google-fonts/ibm-plex-sans-condensed/400Regular/IBMPlexSansCondensed_400Regular.ttf',
  medium: '@expo-google-fonts/ibm-plex-sans-condensed/500Medium/IBMPlexSansCondensed_500Medium.ttf',
  semibold:
    '@expo-google-fonts/ibm-plex-sans-condensed/600SemiBold/IBMPlexSansCondensed_600SemiBold.ttf',
  bold: '@expo-google-fonts/ibm-plex-sans-condensed/700Bold/IBMPlexSansCondensed_700Bold.ttf',
  spare: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  spareBold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
} as const;
