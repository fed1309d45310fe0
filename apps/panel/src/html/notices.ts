/**
 * The notices by the key in the address of a page. The address holds no text, so that a link made
 * elsewhere can show nothing else.
 */
export const NOTICES: Readonly<Record<string, string>> = {
  guardado: 'Guardado.',
  diseno_igual: 'No cambiaste nada: el diseño sigue igual, y no se guardó otra versión.',
  vista_guardada: 'Vista guardada: la verás en todas las listas de referencias.',
  vista_borrada: 'Vista borrada.',
  clave_cambiada: 'Tu contraseña cambió, y tus otras sesiones se cerraron.',
  sesiones_cerradas: 'Las sesiones se cerraron.',
  equipo_olvidado: 'Equipo olvidado: desde ahora cuenta como uno desconocido.',
  equipos_olvidados: 'Sus equipos se olvidaron: desde ahora cuentan como desconocidos.',
  desactivado: 'Ya no puede ingresar, y sus sesiones se cerraron.',
  reactivado: 'Puede ingresar otra vez.',
  ruc_corregido: 'RUC corregido. Revisa que el certificado sea de ese RUC.',
  borrador_borrado: 'Borrador borrado. Quedó en la auditoría.',
  creado: 'Negocio creado.',
  certificado: 'Certificado guardado: con este se firma desde ahora.',
  acceso: 'Acceso probado y guardado, cifrado.',
  acceso_igual: 'No escribiste nada nuevo: lo guardado sigue igual, y no se probó otra vez.',
  acceso_sin_probar:
    'No se pudo probar: el acceso quedó guardado y cifrado. La página SUNAT dice por qué.',
  ambiente_cambiado:
    'El ambiente cambió: lo que se emita desde ahora va ahí, con series y números propios.',
  emision_guardada: 'Precios y series guardados.',
  serie_agregada: 'Serie agregada.',
  serie_adelantada:
    'Primer número guardado: la serie empieza ahí cuando el negocio pase. Cambia ya el ambiente.',
  serie_cerrada: 'Serie cerrada: no da más números, y lo emitido queda.',
  serie_abierta: 'Serie abierta otra vez.',
  serie_movida: 'Aprobado: el número siguiente cambió.',
  activado: 'Negocio activado: la API ya lo atiende.',
  ensayo_fallido: 'No se activó: el ensayo no terminó bien. Abajo está qué falló.',
  ensayo_en_espera:
    'Todavía no se activó: el ensayo espera a un procesador. Cuando termine bien, actívalo.',
  suspendido: 'Negocio suspendido: la API lo rechaza desde ahora. A lo ya emitido no le afecta.',
  envio_pausado: 'El envío de este negocio está en pausa.',
  envio_reanudado: 'El envío de este negocio ya no está en pausa.',
  revocada: 'Credencial revocada: la API la rechaza en menos de 5 segundos.',
  reanudada: 'Reanudada: espera otra vez a un procesador. Abajo dice si algo lo impide.',
  consultada: 'Pedido: aquí abajo se ve cuándo un procesador pregunta a SUNAT, y qué contesta.',
  propuesta: 'Propuesta guardada: se hará cuando otra persona la apruebe.',
  propuesta_rechazada: 'Propuesta descartada: no se hizo nada.',
  resuelta: 'Aprobada y resuelta. Quedó en la auditoría, con las dos personas.',
  constancia: 'Constancia adjuntada: el comprobante se apoya en ella. Quedó en la auditoría.',
  paso_pedido: 'Pedido: abajo se ve cuándo lo toma un procesador.',
  restauracion_propuesta:
    'Propuesta guardada: la restauración termina cuando otra persona la apruebe.',
  restauracion_retirada: 'Propuesta retirada: la restauración sigue abierta.',
  restauracion_terminada: 'Restauración terminada: ya no impide emitir ni enviar.',
  restauracion_con_perdidas:
    'Restauración terminada: se emite y se envía otra vez. Algo de lo emitido no se recuperó: la ' +
    'auditoría lo nombra, y esas ventas se deben emitir otra vez.',
  tipo_de_cambio: 'Tipo de cambio registrado: la API lo usa desde ahora.',
  aviso_de_prueba: 'Aviso de prueba en camino: abajo se ve si se entregó.',
  cola_pausada: 'Cola en pausa: los procesadores terminan lo que tienen y no toman más.',
  cola_reanudada: 'La cola ya no está en pausa.',
};

/** The notices of what was done only in part. */
export const WARNINGS: ReadonlySet<string> = new Set([
  'acceso_sin_probar',
  'ensayo_fallido',
  'ensayo_en_espera',
]);
