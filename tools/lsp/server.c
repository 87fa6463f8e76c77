#include "server.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "features.h"
#include "tools/command.h"

enum { LOOK_MILLISECONDS = 1000 };
/* Of JSON-RPC and of the protocol. */
enum {
  NOT_JSON = -32700,
  NO_REQUEST = -32600,
  NO_METHOD = -32601,
  BAD_PARAMETERS = -32602,
  INTERNAL_FAULT = -32603,
  NOT_INITIALIZED = -32002
};

/* ---- answers ---- */

static json_t *id_of(const json_t *message) {
  json_t *id = json_object_get(message, "id");
  return json_is_string(id) || json_is_number(id) ? json_incref(id) : json_null();
}

static void send_fault(server *s, json_t *id, int code, const char *text) {
  transport_send(&s->transport, json_pack("{s:s,s:o,s:{s:i,s:s}}", "jsonrpc", "2.0", "id", id, "error", "code", code,
                                          "message", text));
}

/* NULL: memory ran out. */
static void send_result(server *s, json_t *id, json_t *result) {
  if (result)
    transport_send(&s->transport, json_pack("{s:s,s:o,s:o}", "jsonrpc", "2.0", "id", id, "result", result));
  else
    send_fault(s, id, INTERNAL_FAULT, "out of memory");
}

static void notify(server *s, const char *method, json_t *parameters) {
  transport_send(&s->transport, json_pack("{s:s,s:s,s:o}", "jsonrpc", "2.0", "method", method, "params", parameters));
}

/* ---- the files of the editor ---- */

static const char *uri_of(const json_t *parameters) {
  return json_string_value(json_object_get(json_object_get(parameters, "textDocument"), "uri"));
}

/* The file of an address, and its text, for a feature. False: no file. */
static bool begin_feature(const server *s, const char *uri, char path[PATH_MAX], source_text *text,
                          feature_request *r) {
  bool is_file = path_of_uri(uri, path);
  *text = source_open(s->open, uri);
  *r = (feature_request){.units = is_file ? s->documents.units : NULL,
                         .path = path,
                         .text = text,
                         .is_edited = json_object_get(s->edited, uri) != NULL};
  return is_file;
}

static void publish(server *s, const char *uri) {
  char path[PATH_MAX];
  source_text text;
  feature_request r;
  begin_feature(s, uri, path, &text, &r);
  json_t *list = feature_diagnostics(&r);
  notify(s, "textDocument/publishDiagnostics", json_pack("{s:s,s:o}", "uri", uri, "diagnostics", list));
  source_close(&text);
}

/* The documents are looked at before each answer, and while nothing is asked. */
static void look_at_documents(server *s) {
  const char *uri;
  json_t *text;
  if (!documents_refresh(&s->documents))
    return;
  json_object_foreach(s->open, uri, text) publish(s, uri);
  if (s->refreshes_lenses && s->state == SERVER_READY)
    transport_send(&s->transport, json_pack("{s:s,s:i,s:s}", "jsonrpc", "2.0", "id", ++s->request_count, "method",
                                            "workspace/codeLens/refresh"));
}

static void set_text(server *s, const char *uri, const json_t *text) {
  if (json_is_string(text))
    json_object_set(s->open, uri, (json_t *)text);
}

static void on_open(server *s, const char *uri, const json_t *parameters) {
  set_text(s, uri, json_object_get(json_object_get(parameters, "textDocument"), "text"));
  publish(s, uri);
}

static void on_change(server *s, const char *uri, const json_t *parameters) {
  const json_t *changes = json_object_get(parameters, "contentChanges");
  for (size_t i = 0; i < json_array_size(changes); i++)
    set_text(s, uri, json_object_get(json_array_get(changes, i), "text")); /* whole texts were asked for */
  json_object_set_new(s->edited, uri, json_true());
}

static void on_save(server *s, const char *uri, const json_t *parameters) {
  (void)parameters;
  json_object_del(s->edited, uri);
  publish(s, uri);
}

static void on_close(server *s, const char *uri, const json_t *parameters) {
  (void)parameters;
  json_object_del(s->open, uri);
  json_object_del(s->edited, uri);
  notify(s, "textDocument/publishDiagnostics", json_pack("{s:s,s:[]}", "uri", uri, "diagnostics"));
}

/* ---- the beginning ---- */

static void enter_workspace(const json_t *parameters) {
  char path[PATH_MAX];
  const json_t *folder = json_array_get(json_object_get(parameters, "workspaceFolders"), 0);
  const char *uri = json_string_value(json_object_get(folder, "uri"));
  if (!uri)
    uri = json_string_value(json_object_get(parameters, "rootUri"));
  if (uri && path_of_uri(uri, path) && chdir(path))
    fprintf(stderr, "pmecache lsp: cannot enter %s\n", path);
}

static bool has_lens_refresh(const json_t *parameters) {
  const json_t *workspace = json_object_get(json_object_get(parameters, "capabilities"), "workspace");
  return json_is_true(json_object_get(json_object_get(workspace, "codeLens"), "refreshSupport"));
}

static json_t *on_initialize(server *s, const json_t *parameters) {
  enter_workspace(parameters);
  s->refreshes_lenses = has_lens_refresh(parameters);
  s->documents.path = s->answers;
  s->state = SERVER_READY;
  documents_refresh(&s->documents);
  return json_pack("{s:{s:s,s:{s:b,s:i,s:b},s:{s:b},s:b},s:{s:s,s:s}}", "capabilities", "positionEncoding", "utf-16",
                   "textDocumentSync", "openClose", 1, "change", 1 /* whole texts */, "save", 1, "codeLensProvider",
                   "resolveProvider", 0, "hoverProvider", 1, "serverInfo", "name", "pmecache", "version",
                   PMECACHE_VERSION);
}

/* ---- requests ---- */

static json_t *answer_lenses(const feature_request *r, const json_t *parameters) {
  (void)parameters;
  return feature_lenses(r);
}

static json_t *answer_hover(const feature_request *r, const json_t *parameters) {
  const json_t *line = json_object_get(json_object_get(parameters, "position"), "line");
  json_int_t number = json_is_integer(line) ? json_integer_value(line) : -1;
  return number >= 0 && number < INT_MAX ? feature_hover(r, (int)number) : json_null();
}

typedef json_t *feature_answer(const feature_request *r, const json_t *parameters);

static void answer_feature(server *s, json_t *id, const json_t *parameters, feature_answer *answer) {
  char path[PATH_MAX];
  source_text text;
  feature_request r;
  const char *uri = uri_of(parameters);
  if (!uri) {
    send_fault(s, id, BAD_PARAMETERS, "no textDocument with an uri");
    return;
  }
  look_at_documents(s);
  begin_feature(s, uri, path, &text, &r);
  send_result(s, id, answer(&r, parameters));
  source_close(&text);
}

static void on_request(server *s, const char *method, json_t *id, const json_t *parameters) {
  bool is_first = !strcmp(method, "initialize");
  if (is_first != (s->state == SERVER_STARTING)) {
    send_fault(s, id, s->state == SERVER_STARTING ? NOT_INITIALIZED : NO_REQUEST,
               s->state == SERVER_STARTING ? "initialize comes first" : "initialize came already");
  } else if (s->state == SERVER_SHUT_DOWN) {
    send_fault(s, id, NO_REQUEST, "the server was shut down");
  } else if (is_first) {
    send_result(s, id, on_initialize(s, parameters));
  } else if (!strcmp(method, "shutdown")) {
    s->state = SERVER_SHUT_DOWN;
    send_result(s, id, json_null());
  } else if (!strcmp(method, "textDocument/codeLens")) {
    answer_feature(s, id, parameters, answer_lenses);
  } else if (!strcmp(method, "textDocument/hover")) {
    answer_feature(s, id, parameters, answer_hover);
  } else {
    send_fault(s, id, NO_METHOD, "no such method");
  }
}

/* ---- notifications ---- */

static void on_notification(server *s, const char *method, const json_t *parameters) {
  static const struct {
    const char *method;
    void (*handle)(server *s, const char *uri, const json_t *parameters);
  } of_files[] = {{"textDocument/didOpen", on_open},
                  {"textDocument/didChange", on_change},
                  {"textDocument/didSave", on_save},
                  {"textDocument/didClose", on_close}};
  const char *uri = uri_of(parameters);
  for (size_t i = 0; i < sizeof of_files / sizeof *of_files; i++)
    if (s->state == SERVER_READY && uri && !strcmp(method, of_files[i].method))
      of_files[i].handle(s, uri, parameters);
}

/* ---- messages ---- */

static void on_message(server *s, const json_t *message) {
  const char *method = json_string_value(json_object_get(message, "method"));
  const json_t *parameters = json_object_get(message, "params");
  bool is_answer = json_object_get(message, "result") || json_object_get(message, "error");
  if (!method && json_is_object(message) && is_answer)
    return; /* to a request of ours */
  if (!method)
    send_fault(s, id_of(message), NO_REQUEST, json_is_object(message) ? "no method" : "no object");
  else if (json_object_get(message, "id"))
    on_request(s, method, id_of(message), parameters);
  else
    on_notification(s, method, parameters);
}

static bool is_exit(const json_t *message) {
  const char *method = json_string_value(json_object_get(message, "method"));
  return method && !strcmp(method, "exit");
}

static bool serve_message(server *s, const incoming *in) {
  char text[64];
  json_error_t fault;
  json_t *message = json_loadb(in->body, in->length, JSON_REJECT_DUPLICATES, &fault);
  bool goes_on = !is_exit(message);
  snprintf(text, sizeof text, "no JSON, at byte %d",
           message ? 0 : fault.position); /* jansson's text may be cut in a letter */
  if (!message)
    send_fault(s, json_null(), NOT_JSON, text);
  else if (goes_on)
    on_message(s, message);
  json_decref(message);
  return goes_on;
}

int server_run(server *s) {
  bool goes_on = true;
  while (goes_on) {
    incoming in = transport_next(&s->transport, LOOK_MILLISECONDS);
    if (in.kind == INCOMING_MESSAGE)
      goes_on = serve_message(s, &in);
    else if (in.kind == INCOMING_FAULT)
      send_fault(s, json_null(), NOT_JSON, in.fault);
    else if (in.kind == INCOMING_END)
      goes_on = false;
    else if (s->state == SERVER_READY)
      look_at_documents(s);
  }
  return s->state == SERVER_SHUT_DOWN ? EXIT_ANSWERED : EXIT_NO_ANSWER;
}
