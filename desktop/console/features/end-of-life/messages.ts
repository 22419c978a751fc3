import { defineMessages } from '../../language/define-messages.ts'

export const messages = defineMessages('endOfLife', {
  en: {
    title: 'Ends of life',
    hint: 'When sales and support of products end. Devices show the dates for their model and version.',
    add: 'Load table',
    empty: 'No table is loaded',
    emptyHint: 'A platform administrator loads it as CSV or JSON, for example from the bulletins of the vendors.',
    column: {
      vendor: 'Vendor',
      model: 'Model',
      version: 'OS version',
      sale: 'Sales end',
      support: 'Support ends',
      source: 'Source',
      loaded: 'Loaded',
    },
    filter: { q: 'Vendor, model, version or source' },
    any: 'any',
    load: {
      hint: 'The file replaces the whole table. Columns: vendor, model, os_version, end_of_sale, end_of_support, source. A model or version may contain * for any text.',
      error: 'The table {error}.',
      file: 'Choose a file',
      submit: 'Load {file}',
      done: 'Table loaded. Entries: {entries}. Changed devices: {devices}.',
    },
  },
  fr: {
    title: 'Fins de vie',
    hint: 'Quand la vente et l’assistance des produits prennent fin. Les équipements affichent les dates de leur modèle et de leur version.',
    add: 'Charger une table',
    empty: 'Aucune table n’est chargée',
    emptyHint:
      'Un administrateur de la plateforme la charge en CSV ou en JSON, par exemple d’après les annonces des fabricants.',
    column: {
      vendor: 'Fabricant',
      model: 'Modèle',
      version: 'Version de l’OS',
      sale: 'Fin de vente',
      support: 'Fin de l’assistance',
      source: 'Source',
      loaded: 'Chargée',
    },
    filter: { q: 'Fabricant, modèle, version ou source' },
    any: 'tous',
    load: {
      hint: 'Le fichier remplace toute la table. Colonnes : vendor, model, os_version, end_of_sale, end_of_support, source. Un modèle ou une version peut contenir * pour un texte quelconque.',
      error: 'La table {error}.',
      file: 'Choisir un fichier',
      submit: 'Charger {file}',
      done: 'Table chargée. Lignes : {entries}. Équipements modifiés : {devices}.',
    },
  },
})
