/**
 * The texts of SUNAT's return codes. Sources: CatalogoErrores.xml, and the manual of
 * billConsultService for CONSULT.
 */
const CODES: Readonly<Record<string, string>> = {
  '0100':
    'El sistema no puede responder su solicitud. Intente nuevamente o comuníquese con su ' +
    'Administrador',
  '0101': 'El encabezado de seguridad es incorrecto',
  '0102': 'Usuario o contrasena incorrectos',
  '0103': 'El Usuario ingresado no existe',
  '0104': 'La Clave ingresada es incorrecta',
  '0105': 'El Usuario no está activo',
  '0106': 'El Usuario no es válido',
  '0109':
    'El sistema no puede responder su solicitud. (El servicio de autenticación no está disponible)',
  '0111': 'No tiene el perfil para enviar comprobantes electronicos',
  '0112': 'El usuario debe ser secundario',
  '0113': 'El usuario no esta afiliado a Factura Electronica',
  '0125': 'No se pudo obtener la constancia',
  '0127': 'El ticket no existe',
  '0130': 'El sistema no puede responder su solicitud. (No se pudo obtener el ticket de proceso)',
  '0131':
    'El sistema no puede responder su solicitud. (No se pudo grabar el archivo en el directorio)',
  '0132':
    'El sistema no puede responder su solicitud. (No se pudo grabar escribir en el archivo zip)',
  '0133': 'El sistema no puede responder su solicitud. (No se pudo grabar la entrada del log)',
  '0134': 'El sistema no puede responder su solicitud. (No se pudo grabar en el storage)',
  '0135': 'El sistema no puede responder su solicitud. (No se pudo encolar el pedido)',
  '0136':
    'El sistema no puede responder su solicitud. (No se pudo recibir una respuesta del batch)',
  '0137': 'El sistema no puede responder su solicitud. (Se obtuvo una respuesta nula)',
  '0138': 'El sistema no puede responder su solicitud. (Error en Base de Datos)',
  '0140': 'Existe un Documento igual en Proceso.',
  '0151': 'El nombre del archivo ZIP es incorrecto',
  '0152': 'No se puede enviar por este método un archivo de resumen',
  '0153': 'No se puede enviar por este método un archivo por lotes',
  '0154':
    'El RUC del archivo no corresponde al RUC del usuario o el proveedor no esta ' +
    'autorizado a enviar comprobantes del contribuyente',
  '0155': 'El archivo ZIP esta vacio',
  '0156': 'El archivo ZIP esta corrupto',
  '0157': 'El archivo ZIP no contiene comprobantes',
  '0158': 'El archivo ZIP contiene demasiados comprobantes para este tipo de envío',
  '0159': 'El nombre del archivo XML es incorrecto',
  '0160': 'El archivo XML esta vacio',
  '0161': 'El nombre del archivo XML no coincide con el nombre del archivo ZIP',
  '0200': 'No se pudo procesar su solicitud. (Ocurrio un error en el batch)',
  '0250': 'No se pudo procesar su solicitud. (Ocurrio un error desconocido al hacer unzip)',
  '0251': 'No se pudo procesar su solicitud. (No se pudo crear un directorio para el unzip)',
  '0252': 'No se pudo procesar su solicitud. (No se encontro archivos dentro del zip)',
  '0253': 'No se pudo procesar su solicitud. (No se pudo comprimir la constancia)',
  '0306': 'No se puede leer (parsear) el archivo XML',
  '1001':
    'ID - El dato SERIE-CORRELATIVO no cumple con el formato de acuerdo al tipo de comprobante',
  '1003':
    'InvoiceTypeCode - El valor del tipo de documento es invalido o no coincide con el ' +
    'nombre del archivo',
  '1004': 'El XML no contiene el tag o no existe informacion de InvoiceTypeCode',
  '1032': 'El comprobante ya esta informado y se encuentra con estado anulado o rechazado',
  '1033': 'El comprobante fue registrado previamente con otros datos',
  '1034':
    'Número de RUC del nombre del archivo no coincide con el consignado en el contenido ' +
    'del archivo XML',
  '1035':
    'Numero de Serie del nombre del archivo no coincide con el consignado en el contenido ' +
    'del archivo XML',
  '1036':
    'Número de documento en el nombre del archivo no coincide con el consignado en el ' +
    'contenido del XML',
  '1079': 'Solo puede enviar el comprobante en un resumen diario',
  '1083': 'El numero de RUC del receptor no existe.',
  '2010': 'El contribuyente no esta activo',
  '2017': 'El numero de documento de identidad del receptor debe ser  RUC',
  '2072': 'CustomizationID - La versión del documento no es la correcta',
  '2073': 'El XML no existe informacion de CustomizationID',
  '2074': 'UBLVersionID - La versión del UBL no es correcta',
  '2075': 'El XML no contiene el tag o no existe informacion de UBLVersionID',
  '2085':
    'El XML no contiene el tag ' +
    'ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/ds:Signature/@Id',
  '2090':
    'ext:UBLExtensions/.../ds:Signature/ds:SignedInfo/ds:Reference/@URI - Debe estar vacio para id',
  '2101':
    'El XML no contiene el tag ' +
    'ext:UBLExtensions/.../ds:Signature/ds:KeyInfo/ds:X509Data/ds:X509Certificate',
  '2108': 'Presentacion fuera de fecha',
  '2325': 'El certificado usado no es el comunicado a SUNAT',
  '2327': 'El certificado usado no se encuentra vigente',
  '2329': 'La fecha de emision se encuentra fuera del limite permitido',
  '2335': 'El documento electrónico ingresado ha sido alterado',
  '2800': 'El dato ingresado en el tipo de documento de identidad del receptor no esta permitido.',
  '3244': 'Debe consignar la informacion del tipo de transaccion del comprobante',
  '3291': 'El cálculo del IGV es Incorrecto',
  '4207': 'El DNI debe tener 8 caracteres numéricos',
  '4208':
    'El dato ingresado como numero de documento de identidad del receptor no cumple con el ' +
    'formato establecido',
  '4252': 'El dato ingresado como atributo @listName es incorrecto.',
};

/** The codes of billConsultService, which are not those of the catalogue. */
export const CONSULT = {
  '0001': 'El comprobante existe y está aceptado.',
  '0002': 'El comprobante existe pero está rechazado.',
  '0004': 'La constancia existe',
  '0005': 'Formato del tipo de comprobante no es válido (debe de contener 2 caracteres)',
  '0006': 'Formato de serie inválido (debe de contener 4 caracteres)',
  '0007': 'El numero de comprobante debe de ser mayor que cero',
  '0008': 'El número de RUC no está inscrito en los registros de la SUNAT',
  '0009': 'EL tipo de comprobante debe de ser (01, 07 o 08)',
  '0010':
    'Sólo se puede consultar facturas, notas de crédito y debito electrónicas, cuya serie ' +
    'empieza con "F"',
  '0011': 'El comprobante de pago electrónico no existe.',
  '0012': 'El comprobante de pago electrónico no le pertenece.',
} as const;

/** The text of a code, or a placeholder for a code that a command made up. */
export const textOf = (code: string): string =>
  CODES[code] ?? `Código ${code} elegido en el simulador`;
