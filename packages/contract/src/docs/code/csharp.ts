/** Writes a call as the C# program of a .NET 6 (or newer) console project, without packages. */
import { type ApiCall, program } from './call.js';
import { CSHARP, literal } from './literal.js';

export const csharp = ({ path, sale, file }: ApiCall): string =>
  program(
    sale && 'using System.Net.Http.Json;',
    sale && '',
    sale && `var venta = ${literal(sale.body, CSHARP)};`,
    sale && '',
    'string Entorno(string nombre) => Environment.GetEnvironmentVariable(nombre)!;',
    'using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };',
    'http.DefaultRequestHeaders.Add("X-Api-Key", Entorno("RAFAGA_API_KEY"));',
    'http.DefaultRequestHeaders.Add("X-Api-Secret", Entorno("RAFAGA_API_SECRET"));',
    sale && `http.DefaultRequestHeaders.Add("Idempotency-Key", "${sale.key}");`,
    `var direccion = Entorno("RAFAGA_URL") + "${path}";`,
    sale
      ? 'var respuesta = await http.PostAsJsonAsync(direccion, venta);'
      : 'var respuesta = await http.GetAsync(direccion);',
    file && 'respuesta.EnsureSuccessStatusCode();',
    file
      ? `File.WriteAllBytes("${file}", await respuesta.Content.ReadAsByteArrayAsync());`
      : 'var texto = await respuesta.Content.ReadAsStringAsync();',
    !file && 'Console.WriteLine($"{(int)respuesta.StatusCode} {texto}");',
  );
